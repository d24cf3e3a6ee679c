package impact

import (
	"fmt"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/graph"
)

// severity implements the rule that [Operation] describes. ofType is set if the subject is an
// interface or a type alias.
func severity(d *Dependent, ofType bool) Severity {
	s := Minor
	direct := d.Depth == 1 && !d.Possible
	switch d.operation {
	case Delete:
		switch {
		case direct:
			s = Breaking
		case d.Depth <= 2:
			s = Major
		}
	case Refactor:
		if direct {
			s = Major
		}
	default:
		if direct && d.uses(ofType) {
			s = Major
		}
	}
	if d.Confidence == facts.Heuristic && s > Minor {
		s--
	}
	return s
}

// uses reports whether a dependent relies on the behaviour of the target.
func (d *Dependent) uses(ofType bool) bool {
	switch d.Relation {
	case graph.Import:
		return false
	case graph.Reference, graph.Implements:
		return ofType || d.Relation == graph.Reference && !d.TypeOnly
	default: // calls and base classes
	}
	return true
}

// sentence describes the impact on a file.
func sentence(f *File) string {
	counts := map[string]int{}
	var strongest Operation
	for i := range f.Elements {
		counts[phrase(&f.Elements[i])]++
		if o := f.Elements[i].operation; strength(o, strongest) > 0 {
			strongest = o
		}
	}
	var parts []string
	for _, p := range phrases() {
		if n := counts[p]; n > 0 {
			parts = append(parts, counted(n, p, len(parts) == 0))
		}
	}
	return verdict(f.Severity, strongest) + ": " + strings.Join(parts, ", ") + "."
}

func verdict(s Severity, o Operation) string {
	switch {
	case s == Breaking:
		return "Breaks"
	case s == Minor:
		return "May be affected"
	case o == Refactor:
		return "Must be updated"
	case o == Delete:
		return "Loses a dependency"
	default:
		return "May behave differently"
	}
}

// phrases returns the possible results of [phrase], in the order of a sentence.
func phrases() []string {
	return []string{
		"calls it", "may call it", "uses it", "uses its type", "extends it", "implements it", "overrides it",
		"re-exports it", "imports it", "depends on it indirectly",
	}
}

// phrase describes how a dependent depends on the target.
func phrase(d *Dependent) string {
	switch {
	case d.Depth > 1:
		return "depends on it indirectly"
	case d.Overrides:
		return "overrides it"
	case d.Relation == graph.Call && d.Possible:
		return "may call it"
	case d.Relation == graph.Call:
		return "calls it"
	case d.Relation == graph.Import && d.reExport:
		return "re-exports it"
	case d.Relation == graph.Import:
		return "imports it"
	case d.Relation == graph.Reference && d.TypeOnly:
		return "uses its type"
	case d.Relation == graph.Reference:
		return "uses it"
	case d.Relation == graph.Extends:
		return "extends it"
	default:
		return "implements it"
	}
}

// counted returns a phrase with its number of elements. It makes the verb agree with the
// number. The first phrase of a sentence includes the noun.
func counted(n int, phrase string, first bool) string {
	verb, rest, _ := strings.Cut(phrase, " ")
	if n > 1 && verb != "may" {
		verb = strings.TrimSuffix(verb, "s")
	}
	noun := ""
	if first {
		noun = "element "
		if n > 1 {
			noun = "elements "
		}
	}
	return fmt.Sprintf("%d %s%s %s", n, noun, verb, rest)
}
