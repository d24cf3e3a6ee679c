package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// name returns the command with which a person can start this program again: its base name if PATH contains
// it, otherwise the path with which it was started.
func (p *Program) name() string {
	if p.Path == "" {
		return "coderefd"
	}
	base := filepath.Base(p.Path)
	if p.Path == base || sameFile(p.Path, p.lookPath(base)) {
		return shellQuote(base)
	}
	return shellQuote(p.Path)
}

// lookPath returns the first program with the name in PATH, or "".
func (p *Program) lookPath(base string) string {
	for _, folder := range filepath.SplitList(p.getenv("PATH")) {
		path := filepath.Join(folder, base)
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0 {
			return path
		}
	}
	return ""
}

func sameFile(a, b string) bool {
	first, err := os.Stat(a)
	if err != nil {
		return false
	}
	second, err := os.Stat(b)
	return err == nil && os.SameFile(first, second)
}

// shellQuote quotes a path as one word for a shell.
func shellQuote(s string) string {
	if regexp.MustCompile(`^[A-Za-z0-9_@%+=:,./-]+$`).MatchString(s) {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
