package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// name is how a person starts this program again: its base name where the PATH
// leads to it, and otherwise the path that it was started by.
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

// lookPath returns the first program of that name in PATH; empty: none.
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

// shellQuote makes one word of a path.
func shellQuote(s string) string {
	if regexp.MustCompile(`^[A-Za-z0-9_@%+=:,./-]+$`).MatchString(s) {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
