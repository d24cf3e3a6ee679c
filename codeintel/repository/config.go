package repository

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
)

// settings are the settings of a repository that affect reading it.
type settings struct {
	bare     bool
	workTree string // core.worktree; empty if it is not set
	fileMode bool   // the executable bit of files counts
	convert  bool   // core.autocrlf: text files may have other line ends than in the repository
}

const maxConfig = 1 << 20

// readSettings reads the configuration of a repository. It does not follow include directives,
// and does not read the configuration of the user.
func (r *Repository) readSettings() error {
	r.settings = settings{fileMode: true}
	names := []string{filepath.Join(r.commonDir, "config")}
	version := ""
	for i := 0; i < len(names); i++ {
		data, _, err := r.opener.Read(names[i], maxConfig)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		for _, s := range parseConfig(string(data)) {
			switch key := s.key; key {
			case "core.repositoryformatversion":
				version = s.value
			case "core.bare":
				r.settings.bare = s.isTrue()
			case "core.worktree":
				r.settings.workTree = s.value
			case "core.filemode":
				r.settings.fileMode = s.isTrue()
			case "core.autocrlf":
				r.settings.convert = s.isTrue() || strings.EqualFold(s.value, "input")
			case "extensions.worktreeconfig":
				if s.isTrue() && i == 0 && len(names) == 1 {
					names = append(names, filepath.Join(r.gitDir, "config.worktree"))
				}
			case "extensions.objectformat":
				if !strings.EqualFold(s.value, "sha1") {
					return fmt.Errorf("%w: object names of %s; only sha1 is supported", ErrUnsupported, s.value)
				}
			case "extensions.refstorage":
				if !strings.EqualFold(s.value, "files") {
					return fmt.Errorf("%w: references in the format %s; only files is supported", ErrUnsupported, s.value)
				}
			}
		}
	}
	if version != "" && version != "0" && version != "1" {
		return fmt.Errorf("%w: format version %s", ErrUnsupported, version)
	}
	return nil
}

// setting is a variable of a configuration file.
type setting struct {
	key   string // section and name, in lower case; subsections are left out
	value string
	bare  bool // there is no "="
}

func (s setting) isTrue() bool {
	switch strings.ToLower(s.value) {
	case "true", "yes", "on", "1":
		return true
	}
	return s.bare
}

// parseConfig returns the variables of the sections without a subsection. Lines that it does not
// understand are skipped: the variables that matter here have simple values.
func parseConfig(text string) []setting {
	var found []setting
	section := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if rest, ok := strings.CutPrefix(line, "["); ok {
			name, after, _ := strings.Cut(rest, "]")
			if section = strings.ToLower(strings.TrimSpace(name)); strings.ContainsAny(name, "\" ") {
				section = ""
			}
			line = strings.TrimSpace(after)
		}
		if section == "" || line == "" || line[0] == '#' || line[0] == ';' {
			continue
		}
		name, value, assigned := strings.Cut(line, "=")
		found = append(found, setting{
			key: section + "." + strings.ToLower(strings.TrimSpace(name)), value: configValue(value), bare: !assigned,
		})
	}
	return found
}

// configValue removes the comment, the quotes and the escapes of a value.
func configValue(text string) string {
	text = strings.TrimSpace(text)
	var out strings.Builder
	quoted := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			quoted = !quoted
		case c == '\\' && i+1 < len(text):
			i++
			out.WriteByte(text[i])
		case !quoted && (c == '#' || c == ';'):
			return strings.TrimSpace(out.String())
		default:
			out.WriteByte(c)
		}
	}
	return out.String()
}
