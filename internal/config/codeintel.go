package config

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// addCodeIntel inserts the default upstream as the first server, unless it is disabled or a configured server
// with its name replaces it.
func (l *loader) addCodeIntel() {
	c := l.config
	i := slices.IndexFunc(c.Servers, func(s Server) bool { return s.Name == CodeIntelServer })
	switch {
	case i >= 0 && c.Servers[i].Command != "":
		if c.CodeIntel.Command != "" {
			l.warn("codeintel.command", "has no effect, because a server named "+CodeIntelServer+" is configured")
		}
	case i >= 0 && !c.CodeIntel.Enabled: // adjusted but disabled
		c.Servers = slices.Delete(c.Servers, i, i+1)
	case i >= 0: // adjusted only
		s := c.Servers[i]
		l.findCodeIntel(&s)
		c.Servers = slices.Insert(slices.Delete(c.Servers, i, i+1), 0, s)
	case c.CodeIntel.Enabled:
		s := defaultCodeIntel()
		l.findCodeIntel(&s)
		c.Servers = slices.Insert(c.Servers, 0, s)
	}
}

// findCodeIntel sets the command. A missing program is not an error, because the other servers work without
// it.
func (l *loader) findCodeIntel(s *Server) {
	if s.Args == nil {
		s.Args = l.config.CodeIntel.Args
	}
	if s.Command = l.config.CodeIntel.Command; s.Command != "" {
		return
	}
	path, _ := l.env("PATH")
	if s.Command = findProgram(CodeIntelCommand, l.in.Executable, path); s.Command == "" {
		s.Command, l.noCodeIntel = CodeIntelCommand, true
		l.warn(
			"codeintel",
			CodeIntelCommand+" is neither next to this executable nor on PATH, so code intelligence is not "+
				"available; build it with \"make build\", set its path in codeintel.command, "+
				"or disable it with codeintel.enabled: false",
		)
	}
}

// findProgram searches an executable file next to another one, with and without resolving links, then on a
// PATH. It returns "" if there is none.
func findProgram(name, executable, path string) string {
	var folders []string
	if executable != "" {
		folders = append(folders, filepath.Dir(executable))
		if real, err := filepath.EvalSymlinks(executable); err == nil {
			folders = append(folders, filepath.Dir(real))
		}
	}
	// A relative or empty entry of PATH would run a program of the working folder.
	for _, folder := range filepath.SplitList(path) {
		if filepath.IsAbs(folder) {
			folders = append(folders, folder)
		}
	}
	for _, folder := range folders {
		file := filepath.Join(folder, name)
		if info, err := os.Stat(file); err == nil && runnable(info) {
			return file
		}
	}
	return ""
}

func runnable(info fs.FileInfo) bool { return info.Mode().IsRegular() && info.Mode().Perm()&0o111 != 0 }
