package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/oracle/score"
	"github.com/coderef-system/coderefd/codeintel/oracle/truth"
)

// category groups misses or extras of one kind.
type category struct {
	language, relation string
	name, cause        string
	count              int
	unresolved         int // misses for which the result had an unresolved count above 0
	example            string
}

// explain returns the category of a miss, and its cause if the form of the site
// determines it.
func explain(relation string, m score.Miss) (name, cause string) {
	switch {
	case m.Unlisted:
		return "the target is not listed", "coderef_scan does not list the declaration, so it cannot be queried"
	case m.Site.Rule == truth.Possible && m.Site.Form == "call through an interface without a name":
		return "a " + m.Site.Form, "an interface without a name is not listed, so the call leads to no declaration"
	case m.Site.Rule == truth.Possible && m.Site.Form == "call on a class itself":
		return "a call on a class itself, of a member that the target implements",
			"a member that is called on a class is treated as static, and a static member has no implementations"
	case isPythonForm(m.Site.Form):
		return "a " + m.Site.Form,
			"values that are passed as arguments or stored in containers are not followed to the place of the call"
	case m.Site.Rule == truth.Possible:
		return "a call of a member that the target overrides or implements",
			"the call resolves to the member that its types name, and the engine does not relate the target to it"
	case m.Site.Rule == truth.Shorthand:
		return "a call of a property that is set to the target",
			"the call resolves to a property of a listed object; for the target it counts as unresolved"
	case m.Site.Rule == truth.Destructured:
		return "a call of a destructured member", "the type of the destructured value does not lead to the declaration"
	case relation != callsMe && m.Site.Form == "export *":
		return "an `export *` that re-exports the target",
			"a re-export by name breaks the chain of `export *` from the declaring file"
	}
	return fmt.Sprintf("%s of the target itself", m.Site.Form),
		"the form of the place does not explain the miss: see the example"
}

// isPythonForm reports whether a form is one that only the Python oracle uses for calls.
func isPythonForm(form string) bool {
	return strings.HasPrefix(form, "call of ") || strings.HasPrefix(form, "call on ")
}

// missCategories groups the misses of all results, the most frequent category first.
func missCategories(results []*result) []category {
	var c categories
	for _, x := range results {
		for _, relation := range relations() {
			for _, m := range x.relations[relation].misses {
				name, cause := explain(relation, m)
				example := fmt.Sprintf("`%s` of %s misses %s:%d", m.Target.Name, x.name, m.Site.File, m.Site.Line)
				c.add(category{
					language: x.language, relation: relation, name: name, cause: cause, example: example,
				}, m.Unresolved)
			}
		}
	}
	return c.sorted()
}

// extraCategories groups the places that only the engine reports, false ones first.
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
	slices.SortStableFunc(sorted, func(a, b category) int {
		return cmp.Compare(min(len(a.name), 1), min(len(b.name), 1))
	})
	return sorted
}

// categories collects categories; each keeps the example that was added first.
type categories []category

func (c *categories) add(n category, unresolved bool) {
	i := slices.IndexFunc(*c, func(o category) bool {
		return o.language == n.language && o.relation == n.relation && o.name == n.name
	})
	if i < 0 {
		i = len(*c)
		*c = append(*c, n)
	}
	(*c)[i].count++
	if unresolved {
		(*c)[i].unresolved++
	}
}

func (c categories) sorted() []category {
	slices.SortStableFunc(c, func(a, b category) int { return b.count - a.count })
	return c
}
