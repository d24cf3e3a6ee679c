package golang

import (
	"fmt"
	"go/build"
	"go/build/constraint"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// platform is what a build is for.
type platform struct {
	goos, goarch string
	cgo          bool
	tags         string // further build tags, joined by commas
}

// hostPlatform is what a build here is for unless the environment says otherwise.
func hostPlatform() platform {
	// With cgo, whatever CGO_ENABLED says here: answers are about the project, not
	// about how this program was started.
	return platform{goos: build.Default.GOOS, goarch: build.Default.GOARCH, cgo: true}
}

// has reports a build tag that is set.
func (p platform) has(tag string) bool {
	switch tag {
	case p.goos, p.goarch, "gc":
		return true
	case "cgo":
		return p.cgo
	case "unix":
		return slices.Contains(unixSystems(), p.goos)
	case "linux":
		return p.goos == "android"
	case "solaris":
		return p.goos == "illumos"
	case "darwin":
		return p.goos == "ios"
	}
	if minor, ok := strings.CutPrefix(tag, "go1."); ok {
		n, err := strconv.Atoi(minor)
		return err == nil && n <= goMinor()
	}
	return tag != "" && slices.Contains(strings.Split(p.tags, ","), tag)
}

// goMinor is the n of the Go 1.n whose type checker this is.
func goMinor() int {
	version, _, _ := strings.Cut(strings.TrimPrefix(runtime.Version(), "go1."), ".")
	if n, err := strconv.Atoi(version); err == nil {
		return n
	}
	return len(build.Default.ReleaseTags)
}

func unixSystems() []string {
	return []string{
		"aix", "android", "darwin", "dragonfly", "freebsd", "hurd", "illumos", "ios", "linux", "netbsd", "openbsd", "solaris",
	}
}

// systems and architectures are what names of files are judged by.
func systems() []string {
	return append([]string{"js", "nacl", "plan9", "wasip1", "windows", "zos"}, unixSystems()...)
}

func architectures() []string {
	return []string{
		"386", "amd64", "amd64p32", "arm", "armbe", "arm64", "arm64be", "loong64", "mips", "mipsle", "mips64", "mips64le",
		"mips64p32", "mips64p32le", "ppc", "ppc64", "ppc64le", "riscv", "riscv64", "s390", "s390x", "sparc", "sparc64", "wasm",
	}
}

// condition says which builds a file is part of.
type condition struct {
	goos, goarch string // from the file's name
	expression   constraint.Expr
	cgo          bool // it imports "C"
	never        bool // its name keeps it out of all
}

// conditionOf reads a file's name and the comments above its package clause.
func conditionOf(name, text string) condition {
	c := condition{never: strings.HasPrefix(name, "_") || strings.HasPrefix(name, ".")}
	c.goos, c.goarch = suffixes(name)
	c.expression = expressionOf(text)
	return c
}

// suffixes returns what of name_GOOS_GOARCH_test.go a file's name consists of.
func suffixes(name string) (goos, goarch string) {
	name, _, _ = strings.Cut(name, ".")
	i := strings.IndexByte(name, '_')
	if i < 0 {
		return "", ""
	}
	parts := strings.Split(name[i:], "_")
	if n := len(parts); parts[n-1] == "test" {
		parts = parts[:n-1]
	}
	n := len(parts)
	last := parts[n-1]
	switch {
	case n >= 2 && slices.Contains(systems(), parts[n-2]) && slices.Contains(architectures(), last):
		return parts[n-2], last
	case slices.Contains(systems(), last):
		return last, ""
	case slices.Contains(architectures(), last):
		return "", last
	}
	return "", ""
}

// expressionOf returns the build constraint of a file, nil if it has none or a
// malformed one.
func expressionOf(text string) constraint.Expr {
	var plus constraint.Expr
	for _, line := range header(text) {
		if constraint.IsGoBuild(line) {
			if x, err := constraint.Parse(line); err == nil {
				return x
			}
		}
		if constraint.IsPlusBuild(line) {
			if x, err := constraint.Parse(line); err == nil {
				if plus != nil {
					x = &constraint.AndExpr{X: plus, Y: x}
				}
				plus = x
			}
		}
	}
	return plus
}

// header returns the line comments of a text before anything else but block
// comments.
func header(text string) []string {
	var lines []string
	for {
		text = strings.TrimLeft(text, " \t\r\n")
		switch {
		case strings.HasPrefix(text, "//"):
			line, rest, _ := strings.Cut(text, "\n")
			lines = append(lines, strings.TrimSpace(line))
			text = rest
		case strings.HasPrefix(text, "/*"):
			_, rest, ok := strings.Cut(text[2:], "*/")
			if !ok {
				return lines
			}
			text = rest
		default:
			return lines
		}
	}
}

// String tells conditions apart.
func (c *condition) String() string {
	expression := ""
	if c.expression != nil {
		expression = c.expression.String()
	}
	return fmt.Sprint(c.goos, " ", c.goarch, " ", c.cgo, c.never, " ", expression)
}

// holds reports that a file is part of a build for p.
func (c *condition) holds(p platform) bool {
	switch {
	case c.never, c.cgo && !p.cgo:
		return false
	case c.goos != "" && !p.has(c.goos), c.goarch != "" && c.goarch != p.goarch:
		return false
	}
	return c.expression == nil || c.expression.Eval(p.has)
}

// tags returns the tags of the constraint that no platform sets by itself.
func (c *condition) tags() []string {
	var out []string
	if c.expression == nil {
		return nil
	}
	c.expression.Eval(func(tag string) bool { // asks for all tags, whatever the answers
		if !isPlatformTag(tag) && !slices.Contains(out, tag) {
			out = append(out, tag)
		}
		return true
	})
	slices.Sort(out)
	return out
}

func isPlatformTag(tag string) bool {
	switch tag {
	case "cgo", "gc", "gccgo", "unix":
		return true
	}
	return strings.HasPrefix(tag, "go1.") || slices.Contains(systems(), tag) || slices.Contains(architectures(), tag)
}

// platformFor returns a platform whose builds a file is part of, the host if that
// is one, else one that differs from it as little as can be. It fails for a file
// that is part of none, or only of those for which somebody sets the tag ignore,
// which nobody does: such files stand alone.
func (c *condition) platformFor(host platform) (platform, bool) {
	if c.never {
		return host, false
	}
	tags := c.tags()
	sets := []string{""}
	for _, t := range tags {
		if t != "ignore" {
			sets = append(sets, t)
		}
	}
	if len(sets) > 2 {
		sets = append(sets, strings.Join(sets[1:], ","))
	}
	for _, set := range sets {
		for _, cgo := range []bool{host.cgo, !host.cgo} {
			for _, goos := range append([]string{host.goos, "linux", "darwin", "windows", "freebsd"}, systems()...) {
				for _, goarch := range append([]string{host.goarch, "amd64", "arm64", "386", "wasm"}, architectures()...) {
					p := platform{goos: goos, goarch: goarch, cgo: cgo, tags: set}
					if c.holds(p) {
						return p, true
					}
				}
			}
		}
	}
	return host, false
}
