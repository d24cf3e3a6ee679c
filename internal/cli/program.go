package cli

import (
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/coderef-system/coderefd/internal/app"
)

// Program is one invocation of the command.
type Program struct {
	// Version and Commit are set by the linker. Empty means the values in the Go build information.
	Version, Commit string
	// Path is the path with which the program was started (os.Args[0]). Empty means coderefd.
	Path string
	// Args are the arguments without the program's name.
	Args []string
	// Environ is the environment in the form of os.Environ.
	Environ []string
	// Stdin, Stdout and Stderr are required.
	Stdin          io.Reader
	Stdout, Stderr io.Writer
}

func (p *Program) build() app.Build { return app.ReadBuild(p.Version, p.Commit) }

// getenv returns the value of a variable, or "" if it is not set.
func (p *Program) getenv(name string) string {
	value := ""
	for _, pair := range p.Environ {
		if k, v, _ := strings.Cut(pair, "="); k == name {
			value = v
		}
	}
	return value
}

// name returns the command that starts this program, quoted for a shell, for use in help and hints. It is the
// base name if a shell finds this program by that name in PATH, otherwise Path.
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

// executable returns the path of this program, or "" if it is unknown.
func executable() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	return path
}

// shellQuote quotes a path as one word for a shell.
func shellQuote(s string) string {
	if regexp.MustCompile(`^[A-Za-z0-9_@%+=:,./-]+$`).MatchString(s) {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
