package scip

import (
	"strconv"
	"strings"
)

// Descriptor is one step of the path to a symbol.
type Descriptor struct {
	Name   string
	Suffix Suffix
	// Duplicate distinguishes symbols of the same path; the first one has 0.
	Duplicate int
}

// Suffix is the kind of a descriptor.
type Suffix int

// The suffixes.
const (
	NamespaceSuffix Suffix = iota
	TypeSuffix
	TermSuffix
	MethodSuffix
)

// Package identifies a package. Empty fields are unknown.
type Package struct{ Manager, Name, Version string }

// FormatSymbol returns the symbol of a package's descriptors in the grammar of scip.proto's message Symbol.
// Each field of the package and each name may contain any character except NUL.
func FormatSymbol(p Package, path ...Descriptor) string {
	var b strings.Builder
	for _, field := range []string{scheme, p.Manager, p.Name, p.Version} {
		if field == "" {
			field = "."
		}
		b.WriteString(strings.ReplaceAll(field, " ", "  "))
		b.WriteByte(' ')
	}
	for _, d := range path {
		d.write(&b)
	}
	return b.String()
}

// scheme is the first part of every symbol. It names the program that chose the descriptors.
const scheme = "coderef"

func (d Descriptor) write(b *strings.Builder) {
	name := d.Name
	if d.Duplicate > 0 && d.Suffix != MethodSuffix {
		name += duplicateMark(d.Duplicate)
	}
	b.WriteString(escaped(name))
	switch d.Suffix {
	case NamespaceSuffix:
		b.WriteByte('/')
	case TypeSuffix:
		b.WriteByte('#')
	case TermSuffix:
		b.WriteByte('.')
	case MethodSuffix:
		b.WriteByte('(')
		if d.Duplicate > 0 {
			b.WriteString(duplicateMark(d.Duplicate))
		}
		b.WriteString(").")
	}
}

// escaped returns a name as an identifier of the grammar: as it is if it has only simple
// characters, else between backticks.
func escaped(name string) string {
	simple := name != "" && strings.IndexFunc(name, func(r rune) bool { return !isSimple(r) }) < 0
	if simple {
		return name
	}
	return "`" + strings.ReplaceAll(name, "`", "``") + "`"
}

func isSimple(r rune) bool {
	return r == '_' || r == '+' || r == '-' || r == '$' ||
		'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
}

func duplicateMark(n int) string { return "+" + strconv.Itoa(n) }
