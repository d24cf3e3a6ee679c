package refcheck

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/coderef-system/coderefd/codeintel/coderef2"
	"github.com/coderef-system/coderefd/codeintel/facts"
)

// project returns a project with elements by file, each written as "type name lines".
func project(files map[string][]string) *Project {
	var list []File
	for path, elements := range files {
		f := File{Path: path, Lines: 50}
		for _, s := range elements {
			e := facts.Element{File: path}
			fmt.Sscanf(s, "%s %s %d-%d", &e.Type, &e.Name, &e.Line, &e.EndLine)
			e.ID = coderef2.Format(coderef2.Designator(e.Type), path, e.Name, 0)
			f.Elements = append(f.Elements, e)
		}
		list = append(list, f)
	}
	return NewProject(list,
		func(path string) bool { return path == "docs" || path == "docs/x.md" },
		func(file string) bool { return file == "src/a.ts" })
}

func TestCheckFindsProblems(t *testing.T) {
	p := project(map[string][]string{
		"src/a.ts": {
			"function formatPrice 3-9", "class A 10-20", "method A.m 11-12", "method A.#p 13-13", "enum E 21-22",
		},
		"src/a.css.ts":   {"constant style 1-1"},
		"src/over.ts":    {"function f 1-1", "function f 2-4"},
		"src/b.ts":       {"method X.same 2-3", "method Y.same 5-6", "class T 7-9", "interface T 10-12"},
		"lib/b.ts":       {"function onlyLib 1-1"},
		"lib/b.js":       {"function onlyLib 1-1"},
		"moved/money.ts": {"function price 1-2"},
	})
	for _, tt := range []struct{ ref, want string }{
		{"@Fn/src/a.ts#formatPrice", ""},
		{"@Fn/src/a#formatPrice:3", ""},
		{"@Fn/src/a.ts#formatPrice:5", ""}, // a line inside the function
		{"@coderef{src/a.ts:A}", ""},
		{"@M/src/a.ts#A#m", ""},
		{"@M/src/a.ts#A.#p", ""},
		{"@M/src/a.ts#m:11", ""},
		{"@I/src/b.ts#T", ""}, // the type selects one
		{"@Cl/src/b.ts#T", ""},
		{"@M/src/b.ts#same:5", ""}, // the line selects one
		{"@Fn/src/over.ts#f", ""},  // overloads are not ambiguous
		{"@Async/src/a.ts#formatPrice", ""},
		{"@D/docs", ""},
		{"@Doc/docs/x.md:3", ""},
		{"@File/src/a:50", ""},
		{"@M/src/a.ts#A.m:if{ready}{status=active}", ""},
		{"@Fn/src/a.ts#formatPrice:30", "warning STALE_LINE @Fn/src/a.ts#formatPrice:3 fixable"},
		{"@Fn/src/a#formatPrice:30-31{k}", "warning STALE_LINE @Fn/src/a#formatPrice:3-4{k} fixable"},
		{"@File/src/a.ts:51", "warning STALE_LINE"},
		{"@E/src/a.ts#formatPrice", "warning OTHER_TYPE @Fn/src/a.ts#formatPrice fixable"},
		{"@Fn/src/a.ts#formatPrise", "error ELEMENT_NOT_FOUND @Fn/src/a.ts#formatPrice"},
		{"@Fn/src/a.ts#price", "error ELEMENT_NOT_FOUND @Fn/moved/money.ts#price"},
		{"@Fn/src/money.ts#price:9", "error FILE_NOT_FOUND @Fn/moved/money.ts#price fixable"},
		{"@Fn/gone.ts#unknown", "error FILE_NOT_FOUND"},
		{"@File/old/money.ts", "error FILE_NOT_FOUND @File/moved/money.ts fixable"},
		{"@File/old/b", "error FILE_NOT_FOUND @File/lib/b.js @File/lib/b.ts @File/src/b.ts"},
		{"@File/lib/b", "error AMBIGUOUS @File/lib/b.js @File/lib/b.ts"},
		{"@Fn/lib/b#onlyLib", "error AMBIGUOUS @Fn/lib/b.js#onlyLib @Fn/lib/b.ts#onlyLib"},
		{"@M/src/b.ts#same", "error AMBIGUOUS @M/src/b.ts#X.same @M/src/b.ts#Y.same"},
		{"@V/src/a.ts#E.Red", "warning NOT_CHECKED"},
		{"@Fn/src/a.ts#default", "warning NOT_CHECKED"},
		{"@Fn/src/b.ts#default", "error ELEMENT_NOT_FOUND"},
		{"@Endpoint/src/a.ts#GET", "warning NOT_CHECKED"},
		{"@Doc/docs/x.md#Heading", "warning NOT_CHECKED"},
		{"@Fn/src/a.ts#formatPrice:0", "error SYNTAX"},
		{"@Fnn/src/a.ts#formatPrice", "error UNKNOWN_TYPE @Ann/src/a.ts#formatPrice @Fn/src/a.ts#formatPrice"},
		{"@Fn/src/a.ts#formatPrice{scope=x}", "warning METADATA"},
	} {
		total, invalid, findings := p.Check("x.ts", "// "+tt.ref)
		var got []string
		for _, f := range findings {
			suggestions := strings.Join(f.Suggestions[:min(len(f.Suggestions), 3)], " ")
			s := strings.TrimSpace(fmt.Sprintf("%s %s %s", f.Severity, f.Code, suggestions))
			if f.Fixable {
				s += " fixable"
			}
			got = append(got, s)
			if f.File != "x.ts" || f.Line != 1 || f.Column != 4 || f.Reference != tt.ref || f.Error == "" {
				t.Errorf("%s: got %+v, want an error at x.ts:1:4 about the reference", tt.ref, f)
			}
		}
		if diff := cmp.Diff(tt.want, strings.Join(got, "; ")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.ref, diff)
		}
		if wrong := strings.HasPrefix(tt.want, "error"); total != 1 || (invalid == 1) != wrong {
			t.Errorf("%s: got %d references, %d of them invalid; want 1 reference, invalid: %t", tt.ref, total, invalid, wrong)
		}
	}
}

// TestLookupsAreBounded checks that at most maxLookups names are compared with all others, and
// that the results of earlier lookups are returned again.
func TestLookupsAreBounded(t *testing.T) {
	p := project(map[string][]string{"a.ts": {"function total"}})
	for i := range maxLookups + 10 {
		p.Check("x.md", fmt.Sprintf("@Fn/gone.ts#none%d", i))
	}
	if len(p.likes) != maxLookups {
		t.Errorf("looked up %d names, want %d", len(p.likes), maxLookups)
	}
	if _, _, found := p.Check("x.md", "@Fn/gone.ts#totel"); len(found) != 1 || len(found[0].Suggestions) > 0 {
		t.Errorf("beyond the bound: got %+v, want one finding without suggestions", found)
	}
	p = project(map[string][]string{"a.ts": {"function total"}})
	for range 2 {
		if _, _, found := p.Check("x.md", "@Fn/gone.ts#totel"); len(found) != 1 || len(found[0].Suggestions) != 1 {
			t.Errorf("got %+v, want one finding with one suggestion", found)
		}
	}
}

// TestIDsAreValidReferences checks that the ID of every element is a valid reference, with and
// without its line.
func TestIDsAreValidReferences(t *testing.T) {
	files := map[string][]string{}
	for i, elementType := range []string{
		"function", "class", "component", "hook", "method", "constant", "variable", "property", "interface", "type",
		"enum", "namespace",
	} {
		files[fmt.Sprintf("app/[id] %d/é.ts", i)] = []string{elementType + " Ab$_c.on:click(x) 3-4"}
	}
	p := project(files)
	for _, f := range p.files {
		e := f.Elements[0]
		for _, ref := range []string{e.ID, coderef2.Format(coderef2.Designator(e.Type), e.File, e.Name, e.Line)} {
			if total, _, findings := p.Check("x.md", "see "+ref+", please"); total != 1 || len(findings) > 0 {
				t.Errorf("%s: got %d references, findings %+v; want 1, none", ref, total, findings)
			}
		}
	}
}
