package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/oracle/score"
	"github.com/coderef-system/coderefd/codeintel/oracle/truth"
)

// category is a kind of miss or extra with how often it occurs.
type category struct {
	language, relation string
	name, cause        string
	count, counted     int // counted: of answers that say that something may be missing
	example            string
}

// explain returns the category of a miss, and its cause as far as the form of
// the site tells it.
func explain(relation string, m score.Miss) (name, cause string) {
	switch {
	case m.Unlisted:
		return "the target is not listed", "coderef_scan does not list the declaration, so nothing can be asked about it"
	case m.Site.Rule == truth.Possible && m.Site.Form == "call through an interface without a name":
		return "a " + m.Site.Form, "what has no name is not listed, so the call leads to no declaration"
	case m.Site.Rule == truth.Possible && m.Site.Form == "call on a class itself":
		return "a call on a class of what the target implements", "a member called on a class is taken for a static one, which nothing else stands in for"
	case isPythonForm(m.Site.Form):
		return "a " + m.Site.Form, "what callers pass for a parameter, or put into a container, is not followed to where it is called"
	case m.Site.Rule == truth.Possible:
		return "a call of what the target overrides or implements",
			"the call leads to the member that its types name, and the target is not known to stand in for it"
	case m.Site.Rule == truth.Shorthand:
		return "a call of a property that the target was put into", "a listed object is what is called; for the target it counts as unresolved"
	case m.Site.Rule == truth.Destructured:
		return "a call of a destructured member", "the type that is taken apart does not lead to the declaration"
	case relation != callsMe && m.Site.Form == "export *":
		return "an export * that passes the target on", "the chain of export * from the declaring file is broken by a re-export by name"
	}
	return fmt.Sprintf("%s of the target itself", m.Site.Form), "not explained by the form of the place: look at the example"
}

// isPythonForm reports the form of a call as the Python oracle words it.
func isPythonForm(form string) bool {
	return strings.HasPrefix(form, "call of ") || strings.HasPrefix(form, "call on ")
}

// missCategories sorts the misses of all results, most frequent first.
func missCategories(results []*result) []category {
	var c categories
	for _, x := range results {
		for _, relation := range relations() {
			for _, m := range x.relations[relation].misses {
				name, cause := explain(relation, m)
				example := fmt.Sprintf("`%s` of %s misses %s:%d", m.Target.Name, x.name, m.Site.File, m.Site.Line)
				c.add(category{language: x.language, relation: relation, name: name, cause: cause, example: example}, m.Counted)
			}
		}
	}
	return c.sorted()
}

// extraCategories sorts what only the engine reports, false ones first.
func extraCategories(results []*result) []category {
	var c categories
	for _, x := range results {
		for _, relation := range relations() {
			for _, e := range x.relations[relation].extras {
				example := fmt.Sprintf("`%s` of %s, %s:%d", e.Target.Name, x.name, e.Place.File, e.Place.Line)
				c.add(category{language: x.language, relation: relation, name: e.Rule, example: example}, false)
			}
		}
	}
	sorted := c.sorted()
	slices.SortStableFunc(sorted, func(a, b category) int { return cmp.Compare(min(len(a.name), 1), min(len(b.name), 1)) })
	return sorted
}

// categories collects; the first example of each is kept.
type categories []category

func (c *categories) add(n category, counted bool) {
	i := slices.IndexFunc(*c, func(o category) bool {
		return o.language == n.language && o.relation == n.relation && o.name == n.name
	})
	if i < 0 {
		i = len(*c)
		*c = append(*c, n)
	}
	(*c)[i].count++
	if counted {
		(*c)[i].counted++
	}
}

func (c categories) sorted() []category {
	slices.SortStableFunc(c, func(a, b category) int { return b.count - a.count })
	return c
}
