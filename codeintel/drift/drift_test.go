package drift

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/coderef-system/coderefd/codeintel/coderef2"
	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/indexfile"
)

// parse reads an element of the form "function f a.ts:3 (x,y) #body". A * marks a nested
// element.
func parse(s string) (indexfile.Element, Current) {
	words := strings.Fields(s)
	e := indexfile.Element{Type: words[0], Name: words[1]}
	file, line, _ := strings.Cut(words[2], ":")
	e.File = file
	fmt.Sscan(line, &e.Line)
	nested := false
	for _, w := range words[3:] {
		switch {
		case w == "*":
			nested = true
		case w[0] == '(':
			e.Signature = true
			if list := strings.Trim(w, "()"); list != "" {
				e.Parameters = strings.Split(list, ",")
			}
		case w[0] == '#':
			e.BodyHash = w
		}
	}
	n := Current{Element: facts.Element{
		ID:   coderef2.Format(coderef2.Designator(e.Type), e.File, e.Name, 0),
		Type: e.Type, Name: e.Name, File: e.File, Line: e.Line,
	}, Parameters: e.Parameters, BodyHash: e.BodyHash, Nested: nested}
	return e, n
}

func compare(old, now []string) *Report {
	var before []indexfile.Element
	var after []Current
	for _, s := range old {
		e, _ := parse(s)
		before = append(before, e)
	}
	for _, s := range now {
		_, n := parse(s)
		after = append(after, n)
	}
	return Compare(before, after)
}

func line(e *Entry) string {
	s := fmt.Sprintf("%s %s %.2f", e.Status, e.Reference, e.Confidence)
	if e.Suggestion != "" {
		s += " -> " + e.Suggestion
	}
	if e.AutoFixable {
		s += " fixable"
	}
	for _, c := range e.Candidates {
		s += " ? " + c
	}
	return s
}

func TestCompareMatchesElements(t *testing.T) {
	for _, tt := range []struct {
		name           string
		old, now, want []string
	}{
		{"nothing", nil, nil, nil},
		{"no index yet", nil, []string{"function f a.ts:1"}, []string{"added @Fn/a.ts#f 1.00"}},
		{"lines", []string{"function f a.ts:1", "class C a.ts:5", "class D a.ts"}, []string{"function f a.ts:1", "class C a.ts:9", "class D a.ts:20"}, []string{
			"moved @Cl/a.ts#C:5 1.00 -> @Cl/a.ts#C:9 fixable", "unchanged @Cl/a.ts#D 1.00", "unchanged @Fn/a.ts#f:1 1.00",
		}},
		{"another type", []string{"function F a.tsx:1", "constant x a.tsx:2"}, []string{"component F a.tsx:1", "function x a.tsx:3"}, []string{
			"moved @V/a.tsx#x:2 0.90 -> @Fn/a.tsx#x:3 fixable", "unchanged @Fn/a.tsx#F:1 0.90",
		}},
		{"members without their class", []string{"method m a.ts:2", "method n a.ts:3"}, []string{"method A.m a.ts:2", "method A.n a.ts:9", "method B.n a.ts:12"}, []string{
			"ambiguous @M/a.ts#n:3 0.45 ? @M/a.ts#A.n ? @M/a.ts#B.n", "unchanged @M/a.ts#m:2 0.90",
		}},
		{"to another file", []string{"function f a.ts:1"}, []string{"function f lib/b.ts:4", "function g a.ts:1"}, []string{
			"moved @Fn/a.ts#f:1 0.85 -> @Fn/lib/b.ts#f:4 fixable", "added @Fn/a.ts#g 1.00",
		}},
		{"to one of several files", []string{"function f a.ts:1"}, []string{"function f b.ts:1", "function f c.ts:1"}, []string{
			"ambiguous @Fn/a.ts#f:1 0.85 ? @Fn/b.ts#f ? @Fn/c.ts#f",
		}},
		{"signatures decide", []string{"function f a.ts:1 (x,y)"}, []string{"function f b.ts:1 (x)", "function f c.ts:1 (x,y)"}, []string{
			"moved @Fn/a.ts#f:1 0.93 -> @Fn/c.ts#f:1 fixable", "added @Fn/b.ts#f 1.00",
		}},
		{
			"with its file",
			[]string{"function f old/a.ts:1", "function only old/a.ts:2", "function f old/b.ts:1"},
			[]string{"function f new/x.ts:1", "function only new/x.ts:2", "function f new/b.ts:1"},
			[]string{
				"moved @Fn/old/a.ts#f:1 0.95 -> @Fn/new/x.ts#f:1 fixable",
				"moved @Fn/old/a.ts#only:2 0.85 -> @Fn/new/x.ts#only:2 fixable", "moved @Fn/old/b.ts#f:1 0.95 -> @Fn/new/b.ts#f:1 fixable",
			},
		},
		{"renamed", []string{"function formatPrice a.ts:1 (n)", "method Shop.sell a.ts:5"}, []string{"function formatPrices a.ts:1 (n)", "method Store.sell a.ts:5"}, []string{
			"renamed @Fn/a.ts#formatPrice:1 0.98 -> @Fn/a.ts#formatPrices:1 fixable", "renamed @M/a.ts#Shop.sell:5 0.82 -> @M/a.ts#Store.sell:5 fixable",
		}},
		{"too different", []string{"function load a.ts:1"}, []string{"function reset a.ts:1"}, []string{"missing @Fn/a.ts#load:1 1.00", "added @Fn/a.ts#reset 1.00"}},
		{"renamed to two", []string{"function getA a.ts:5"}, []string{"function getB a.ts:5", "function getC a.ts:9"}, []string{
			"ambiguous @Fn/a.ts#getA:5 0.82 ? @Fn/a.ts#getB ? @Fn/a.ts#getC",
		}},
		{"the same body", []string{"function load a.ts:1 () #1", "function x a.ts:9 #9"}, []string{"function reset b.ts:1 () #1", "function x a.ts:9 #9"}, []string{
			"renamed @Fn/a.ts#load:1 0.50 -> @Fn/b.ts#reset:1", "unchanged @Fn/a.ts#x:9 1.00",
		}},
		{"overloads", []string{"function f a.ts:1", "function f a.ts:2", "function f a.ts:3"}, []string{"function f a.ts:2", "function f a.ts:3"}, []string{
			"missing @Fn/a.ts#f:1 1.00", "unchanged @Fn/a.ts#f:2 1.00", "unchanged @Fn/a.ts#f:3 1.00",
		}},
		{
			"elements of a kind that the index lacks",
			[]string{"function f a.ts:1"},
			[]string{"function f a.ts:1", "property C.p a.ts:3", "function f.inner a.ts:2 *", "function g b.py:1", "class C a.ts:3"},
			[]string{
				"added @Cl/a.ts#C 1.00", "unchanged @Fn/a.ts#f:1 1.00",
			},
		},
	} {
		var got []string
		r := compare(tt.old, tt.now)
		for i := range r.Entries {
			got = append(got, line(&r.Entries[i]))
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestPercentageCountsChangedElements(t *testing.T) {
	r := compare(
		[]string{"function f a.ts:1", "function g a.ts:2", "class Gone a.ts:3", "function h a.ts:4"},
		[]string{"function f a.ts:1", "function h a.ts:4", "function g a.ts:5", "function entirely a.ts:9"},
	)
	if p := r.Percentage(); p != 50 {
		t.Errorf("got %v percent (%v), want 50", p, r.Counts)
	}
	if p := compare(nil, nil).Percentage(); p != 0 {
		t.Errorf("an empty index: got %v percent, want 0", p)
	}
}

// TestReportOfRandomEditsIsConsistent checks properties of the reports about random projects
// after random edits.
func TestReportOfRandomEditsIsConsistent(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	types := []string{"function", "class", "method", "constant"}
	for round := range 300 {
		var old []indexfile.Element
		var now []Current
		kept := map[string]bool{}
		for i := range rnd.IntN(60) {
			e, n := parse(fmt.Sprintf("%s name%d f%d.ts:%d", types[rnd.IntN(4)], rnd.IntN(30), rnd.IntN(4), i+1))
			old = append(old, e)
			switch rnd.IntN(5) {
			case 0: // deleted
				continue
			case 1:
				n.File = "moved.ts"
			case 2:
				n.Name += "x"
			case 3:
				n.Line += 100
			default:
				kept[fmt.Sprint(e.File, e.Line)] = true
			}
			now = append(now, n)
		}
		r := Compare(old, now)
		indexed, matched := 0, map[*Current]bool{}
		for _, e := range r.Entries {
			if e.Old != nil {
				indexed++
			}
			if e.New != nil {
				if matched[e.New] {
					t.Errorf("round %d: %s matches two elements, want at most one", round, e.New.ID)
				}
				matched[e.New] = true
			}
			if e.Confidence < 0 || e.Confidence > 1 || (e.Old == nil) != (e.Status == Added) ||
				(e.Status == Ambiguous) != (len(e.Candidates) > 0) {
				t.Errorf(
					"round %d: got entry %+v, want a confidence of 0 to 1, no old element only if added, candidates only if ambiguous",
					round, e,
				)
			}
			if e.Old != nil && kept[fmt.Sprint(e.Old.File, e.Old.Line)] && e.Status != Unchanged {
				t.Errorf("round %d: an unedited element: got %s, want %s", round, line(&e), Unchanged)
			}
		}
		if indexed != len(old) {
			t.Errorf("round %d: got entries for %d indexed elements, want %d", round, indexed, len(old))
		}
		shuffled := slices.Clone(now)
		rnd.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		if diff := cmp.Diff(r.Counts, Compare(old, shuffled).Counts); diff != "" {
			t.Errorf("round %d: counts depend on the order of elements (-ordered +shuffled):\n%s", round, diff)
		}
	}
}

// TestProjectEqualsItself compares a project with itself. All elements must be unchanged.
func TestProjectEqualsItself(t *testing.T) {
	var old []indexfile.Element
	var now []Current
	for i := range 500 {
		e, n := parse(fmt.Sprintf("function f%d a%d.ts:%d", i%20, i%7, i%90))
		old, now = append(old, e), append(now, n)
	}
	if r := Compare(old, now); r.Counts[Unchanged] != 500 || len(r.Entries) != 500 {
		t.Errorf("got %d entries, counts %v; want 500, all unchanged", len(r.Entries), r.Counts)
	}
}

// BenchmarkCompare compares 100,000 elements whose folder was renamed. A tenth has the same
// name.
func BenchmarkCompare(b *testing.B) {
	var old []indexfile.Element
	var now []Current
	for i := range 100_000 {
		name := []string{"default", fmt.Sprintf("name%d", i)}[min(i%10, 1)]
		e, n := parse(fmt.Sprintf("function %s old/f%d.ts:%d", name, i/10, i%10))
		n.File = "new" + strings.TrimPrefix(n.File, "old")
		old, now = append(old, e), append(now, n)
	}
	for b.Loop() {
		if r := Compare(old, now); r.Counts[Moved] < 90_000 {
			b.Fatalf("got counts %v, want at least 90000 moved", r.Counts)
		}
	}
}
