package patterns

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/index"
)

// Kinds returns all kinds except All, in the order of results: first those that a maintainer can
// act on.
func Kinds() []string {
	return []string{
		facts.PatternRoute, TestGap, Duplicate, facts.PatternErrors, facts.PatternHandler, facts.PatternInjection,
		facts.PatternReact, facts.PatternAsync, facts.PatternDecorator, facts.PatternGuard, PossiblyReached,
		facts.PatternTest,
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
		"annotation":       facts.PatternDecorator,
		"api_endpoint":     facts.PatternRoute,
		"async_pattern":    facts.PatternAsync,
		"clone":            Duplicate,
		"component":        facts.PatternReact,
		"di":               facts.PatternInjection,
		"duplicated_bodie": Duplicate,
		"duplication":      Duplicate,
		"endpoint":         facts.PatternRoute,
		"error":            facts.PatternErrors,
		"event_handler":    facts.PatternHandler,
		"gap":              TestGap,
		"guard":            facts.PatternGuard,
		"hook":             facts.PatternReact,
		"injection":        facts.PatternInjection,
		"middleware":       facts.PatternHandler,
		"mock":             facts.PatternTest,
		"null_check":       facts.PatternGuard,
		"test_assertion":   facts.PatternTest,
		"test_pattern":     facts.PatternTest,
		"untested":         TestGap,
	}
}

// Find finds the patterns of a kind in the files of a snapshot. It leaves out generated files
// unless withGenerated is set.
func Find(ctx context.Context, s *index.Snapshot, kind string, withGenerated bool) (*Report, error) {
	if _, err := s.Graph(ctx); err != nil { // reports the files that cannot be read
		return nil, err
	}
	f := &finder{kind: kind}
	inspected := map[string]*facts.Inspection{}
	files, generated := s.Files(), s.Generated()
	if !withGenerated {
		files = slices.DeleteFunc(files, generated.Has)
	}
	err := s.Inspect(ctx, files, func(file string, of *facts.Inspection) {
		if f.wants(Duplicate) || f.wantsGaps() { // other kinds need it only now
			inspected[file] = of
		}
		f.addPatterns(file, of)
	})
	if err != nil {
		return nil, err
	}
	if f.wants(Duplicate) {
		f.duplicates(inspected)
	}
	if f.wantsGaps() {
		if err := f.gaps(ctx, s, inspected); err != nil {
			return nil, err
		}
	}
	for i := range f.places {
		f.places[i].Test = index.IsTest(f.places[i].File)
	}
	kinds := Kinds()
	slices.SortFunc(f.places, func(a, b Place) int {
		return cmp.Or(
			testLast(a)-testLast(b), slices.Index(kinds, a.Kind)-slices.Index(kinds, b.Kind), compareOfKind(a, b),
		)
	})
	return &Report{
		Places: f.places, Counts: counts(f.places), Kinds: summaries(f.places), Unresolved: f.unresolved,
		Generated: generated,
	}, nil
}

// addPatterns adds the patterns in the text of a file.
func (f *finder) addPatterns(file string, of *facts.Inspection) {
	complexity := map[int]int{} // by declaration
	for i := range of.Bodies {
		complexity[of.Bodies[i].Decl] = of.Bodies[i].Cyclomatic
	}
	for _, p := range of.Patterns {
		if f.wants(p.Kind) {
			f.places = append(f.places, Place{
				Kind: p.Kind, Name: p.Name, File: file, Line: p.Line, EndLine: p.EndLine, Element: elementOf(of, p.Decl),
				weight: weightOf(&p, complexity[p.Decl]),
			})
		}
	}
}

// weightOf ranks a pattern by the complexity of the function that contains it. Routes stay sorted
// by name: together they are the interface of a program.
func weightOf(p *facts.Pattern, complexity int) int {
	if p.Kind == facts.PatternRoute || p.Kind == facts.PatternTest {
		return 0
	}
	return complexity
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
		cmp.Compare(a.Name, b.Name), cmp.Compare(a.File, b.File), a.Line-b.Line, a.EndLine-b.EndLine,
		cmp.Compare(a.Element, b.Element),
	)
}

func testLast(p Place) int {
	if p.Test {
		return 1
	}
	return 0
}

// summaries summarizes the kinds of sorted places.
func summaries(places []Place) []KindSummary {
	byKind, files := map[string]*KindSummary{}, map[string]map[string]bool{}
	for i := range places {
		p := &places[i]
		k := byKind[p.Kind]
		if k == nil {
			k = &KindSummary{Kind: p.Kind, Top: *p}
			byKind[p.Kind], files[p.Kind] = k, map[string]bool{}
		}
		k.Places++
		k.InTests += testLast(*p)
		files[p.Kind][p.File] = true
	}
	var out []KindSummary
	for _, kind := range Kinds() {
		if k := byKind[kind]; k != nil {
			k.Files = len(files[kind])
			out = append(out, *k)
		}
	}
	return out
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
