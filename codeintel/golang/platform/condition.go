package platform

import (
	"fmt"
	"go/build/constraint"
	"slices"
	"strings"
)

// Condition is the condition under which a build includes a file.
type Condition struct {
	goos, goarch string // from the file name
	expression   constraint.Expr
	Cgo          bool // the file imports "C"
	never        bool // the file name excludes it from all builds
}

// ConditionOf returns the condition of a file, from its name and the comments above its
// package clause.
func ConditionOf(name, text string) Condition {
	c := Condition{never: strings.HasPrefix(name, "_") || strings.HasPrefix(name, ".")}
	c.goos, c.goarch = nameSuffixes(name)
	c.expression = expressionOf(text)
	return c
}

// nameSuffixes returns the operating system and architecture in a file name, or "".
func nameSuffixes(name string) (goos, goarch string) {
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

// expressionOf returns the build constraint of a file, or nil if it has none or a malformed
// one.
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

// header returns the line comments before the first token of a file.
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

// String returns a text that differs for different conditions.
func (c *Condition) String() string {
	expression := ""
	if c.expression != nil {
		expression = c.expression.String()
	}
	return fmt.Sprint(c.goos, " ", c.goarch, " ", c.Cgo, c.never, " ", expression)
}

// Matches reports whether a build for p includes the file.
func (c *Condition) Matches(p Platform) bool {
	switch {
	case c.never, c.Cgo && !p.Cgo:
		return false
	case c.goos != "" && !p.hasTag(c.goos), c.goarch != "" && c.goarch != p.Goarch:
		return false
	}
	return c.expression == nil || c.expression.Eval(p.hasTag)
}

// tags returns the tags of the constraint that are not set by a platform.
func (c *Condition) tags() []string {
	var out []string
	if c.expression == nil {
		return nil
	}
	c.expression.Eval(func(tag string) bool { // reports true, so that all tags are evaluated
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

// PlatformFor returns a platform whose builds include the file: the host if possible, else a
// similar platform. It returns false if no build includes the file, or if only builds with the
// tag "ignore" do.
func (c *Condition) PlatformFor(host Platform) (Platform, bool) {
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
		for _, cgo := range []bool{host.Cgo, !host.Cgo} {
			for _, goos := range append([]string{host.goos, "linux", "darwin", "windows", "freebsd"}, systems()...) {
				for _, goarch := range append(
					[]string{host.Goarch, "amd64", "arm64", "386", "wasm"}, architectures()...,
				) {
					p := Platform{goos: goos, Goarch: goarch, Cgo: cgo, tags: set}
					if c.Matches(p) {
						return p, true
					}
				}
			}
		}
	}
	return host, false
}
