package patterns

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/graph"
	"github.com/coderef-system/coderefd/codeintel/index"
)

// The kinds of patterns in addition to those of package facts.
const (
	All       = "all"
	Duplicate = "duplicate" // functions whose bodies differ only in local names and literals
	TestGap   = "test_gap"  // functions that no test reaches
)

// Place is one occurrence of a pattern.
type Place struct {
	Kind, Name    string
	File          string
	Line, EndLine int
	Element       string // the ID of the element that it is or is part of; empty for code outside of elements
	Group         string // of a duplicate: equal for all of its copies
	Detail        string // further information in a few words
	weight        int    // the place with the largest weight comes first
}

// Count is the number of occurrences of a pattern.
type Count struct {
	Kind, Name    string
	Places, Files int
}

// Report is the result of [Find].
type Report struct {
	Places []Place // by kind in the order of [Kinds], then heaviest, name and place
	Counts []Count // most used first
	// Unresolved counts the references that may hide what tests reach. It is nil unless
	// test gaps were requested and there are tests.
	Unresolved *graph.UnresolvedCounts
}

// Kinds returns all kinds except All.
func Kinds() []string {
	return []string{
		facts.PatternRoute, facts.PatternHandler, facts.PatternInjection, facts.PatternDecorator, facts.PatternReact, facts.PatternAsync,
		facts.PatternErrors, facts.PatternGuard, facts.PatternTest, Duplicate, TestGap,
	}
}

// Kind returns the kind that a word names. Plurals and the words of other tools are
// accepted, in any case and with spaces or hyphens. The result is false for other words.
func Kind(word string) (string, bool) {
	word = strings.ToLower(strings.Map(func(r rune) rune {
		if r == ' ' || r == '-' {
			return '_'
		}
		return r
	}, strings.TrimSpace(word)))
	if word == "" || word == All {
		return All, true
	}
	for _, form := range []string{word, strings.TrimSuffix(word, "s")} {
		if slices.Contains(Kinds(), form) {
			return form, true
		}
		if kind, ok := otherWords()[form]; ok {
			return kind, true
		}
	}
	return "", false
}

// otherWords maps synonyms of kinds, in the singular, to the kinds.
func otherWords() map[string]string {
	return map[string]string{
		"error": facts.PatternErrors, "guard": facts.PatternGuard, "null_check": facts.PatternGuard, "async_pattern": facts.PatternAsync,
		"di": facts.PatternInjection, "injection": facts.PatternInjection, "endpoint": facts.PatternRoute, "api_endpoint": facts.PatternRoute,
		"component": facts.PatternReact, "hook": facts.PatternReact, "test_assertion": facts.PatternTest, "mock": facts.PatternTest,
		"test_pattern": facts.PatternTest, "clone": Duplicate, "duplication": Duplicate, "duplicated_bodie": Duplicate, "gap": TestGap, "untested": TestGap,
		"annotation": facts.PatternDecorator, "middleware": facts.PatternHandler, "event_handler": facts.PatternHandler,
	}
}

// Find finds the patterns of a kind in the files of a snapshot.
func Find(ctx context.Context, s *index.Snapshot, kind string) (*Report, error) {
	if _, err := s.Graph(ctx); err != nil { // reports the files that cannot be read
		return nil, err
	}
	f := &finder{kind: kind}
	inspected := map[string]*facts.Inspection{}
	err := s.Inspect(ctx, s.Files(), func(file string, of *facts.Inspection) {
		if f.wants(Duplicate) || f.wants(TestGap) { // other kinds need it only now
			inspected[file] = of
		}
		f.shown(file, of)
	})
	if err != nil {
		return nil, err
	}
	if f.wants(Duplicate) {
		f.duplicates(inspected)
	}
	if f.wants(TestGap) {
		if err := f.gaps(ctx, s, inspected); err != nil {
			return nil, err
		}
	}
	kinds := Kinds()
	slices.SortFunc(f.places, func(a, b Place) int {
		return cmp.Or(slices.Index(kinds, a.Kind)-slices.Index(kinds, b.Kind), compareOfKind(a, b))
	})
	return &Report{Places: f.places, Counts: counts(f.places), Unresolved: f.unresolved}, nil
}

// finder collects places.
type finder struct {
	kind       string
	places     []Place
	unresolved *graph.UnresolvedCounts
}

func (f *finder) wants(kind string) bool { return f.kind == All || f.kind == kind }

// shown adds the patterns in the text of a file.
func (f *finder) shown(file string, of *facts.Inspection) {
	for _, p := range of.Patterns {
		if f.wants(p.Kind) {
			f.places = append(f.places, Place{
				Kind: p.Kind, Name: p.Name, File: file, Line: p.Line, EndLine: p.EndLine, Element: elementOf(of, p.Decl),
			})
		}
	}
}

func elementOf(of *facts.Inspection, decl int) string {
	if decl < 0 || decl >= len(of.Decls) {
		return ""
	}
	return of.Decls[decl].ID
}

// compareOfKind orders the places of one kind.
func compareOfKind(a, b Place) int {
	return cmp.Or(
		b.weight-a.weight, cmp.Compare(a.Group, b.Group),
		cmp.Compare(a.Name, b.Name), cmp.Compare(a.File, b.File), a.Line-b.Line, a.EndLine-b.EndLine, cmp.Compare(a.Element, b.Element),
	)
}

func counts(places []Place) []Count {
	type pattern struct{ kind, name string }
	at := map[pattern]*Count{}
	files := map[pattern]map[string]bool{}
	for i := range places {
		p := pattern{places[i].Kind, places[i].Name}
		if at[p] == nil {
			at[p], files[p] = &Count{Kind: p.kind, Name: p.name}, map[string]bool{}
		}
		at[p].Places++
		files[p][places[i].File] = true
	}
	out := make([]Count, 0, len(at))
	for p, c := range at {
		c.Files = len(files[p])
		out = append(out, *c)
	}
	slices.SortFunc(out, func(a, b Count) int {
		return cmp.Or(b.Places-a.Places, cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name))
	})
	return out
}
