package brief

import (
	"cmp"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/graph"
	"github.com/coderef-system/coderefd/codeintel/index"
)

// edges finds the most called elements and the packages outside the project that it uses.
func (b *builder) edges() {
	callers, callees := map[graph.Node]map[graph.Node]bool{}, map[graph.Node]map[graph.Node]bool{}
	packages := map[string]map[string]bool{}
	for _, file := range b.Files() {
		name := b.Element(file).File
		for e := range b.Edges(file) {
			switch {
			case e.To == graph.None && e.Relation == graph.Import && b.scope[name]:
				pkg, _, _ := strings.Cut(e.External, "#")
				add(packages, pkg, name)
			case e.To != graph.None && e.Relation == graph.Call && !index.IsTest(name) && !b.generated.Has(name):
				add(callers, e.To, e.From)
				add(callees, e.From, e.To)
			}
		}
	}
	for pkg, files := range packages {
		b.brief.Dependencies = append(b.brief.Dependencies, Dependency{pkg, len(files)})
	}
	slices.SortFunc(b.brief.Dependencies, func(x, y Dependency) int {
		return cmp.Or(y.Files-x.Files, cmp.Compare(x.Name, y.Name))
	})
	for _, file := range b.files {
		if b.own(file) || b.focus != nil && !index.IsTest(file) {
			b.key(file, callers, callees)
		}
	}
	slices.SortStableFunc(b.brief.KeyElements, func(x, y KeyElement) int {
		return cmp.Or(b.rank(y)-b.rank(x), y.FanIn-x.FanIn, y.FanOut-x.FanOut)
	})
}

func add[K, V comparable](to map[K]map[V]bool, k K, v V) {
	if to[k] == nil {
		to[k] = map[V]bool{}
	}
	to[k][v] = true
}

// key lists the elements of a file that have callers or are in the focus.
func (b *builder) key(file string, callers, callees map[graph.Node]map[graph.Node]bool) {
	of := b.inspected[file]
	for i := range of.Decls {
		d := &of.Decls[i]
		n, ok := b.ElementOf(d.ID)
		if !ok || len(callers[n]) == 0 && !b.focus[n] {
			continue
		}
		b.brief.KeyElements = append(b.brief.KeyElements, KeyElement{
			Element: d.Element, FanIn: len(callers[n]), FanOut: len(callees[n]), Description: sentence(d.Signature),
		})
	}
}

// rank returns 1 for an element in the focus, which comes first, and 0 for others.
func (b *builder) rank(k KeyElement) int {
	if n, ok := b.ElementOf(k.Element.ID); ok && b.focus[n] {
		return 1
	}
	return 0
}

// The bounds of the descriptions of an element or folder, and of the project, in bytes.
const (
	maxSentence = 160
	maxPurpose  = 400
)

// sentence returns the first sentence of a docstring.
func sentence(s *facts.Signature) string {
	if s == nil {
		return ""
	}
	text, _, _ := strings.Cut(s.Docstring, "\n\n")
	text = strings.Join(strings.Fields(text), " ")
	for i := range text {
		if strings.HasPrefix(text[i:], ". ") {
			text = text[:i+1]
			break
		}
	}
	return bounded(text)
}

// bounded returns a description, shortened if it exceeds maxSentence.
func bounded(text string) string { return cutWords(text, maxSentence) }

// cutWords returns a text of at most most bytes: it omits the last words of a longer one.
func cutWords(text string, most int) string {
	if len(text) > most {
		cut := strings.LastIndexByte(text[:most], ' ')
		text = text[:max(cut, 0)] + "…"
	}
	return text
}

func firstSentence(words []string) string {
	return sentence(&facts.Signature{Docstring: strings.Join(words, " ")})
}
