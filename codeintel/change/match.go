package change

import (
	"regexp"
	"slices"
	"strings"
)

// match finds the elements that were renamed or moved among those that were removed and added. It
// takes two for the same element only if their texts are equal except for the name, and if there
// is no other candidate.
func (c *comparison) match() {
	c.pairUp(func(d *decl) string { return d.Type + "\x00" + d.Name + "\x00" + d.text }, Moved)
	c.pairUp(func(d *decl) string { return d.of.path + "\x00" + d.Type + "\x00" + withoutName(d) }, Renamed)
	c.members()
}

// pairUp reports the removed and added elements with equal keys as pairs. Keys that several
// elements of a side have, and empty texts, do not count.
func (c *comparison) pairUp(key func(*decl) string, kind Kind) {
	old, now := unique(c.removed, key), unique(c.added, key)
	for k, before := range old {
		after := now[k]
		if before == nil || after == nil {
			continue
		}
		c.pair(before, after, kind)
	}
}

func (c *comparison) pair(before, after *decl, kind Kind) {
	e := compare(before, after)
	e.Kind = kind
	if kind == Renamed {
		e.Parts.Body = false // the texts differ only in the name
		e.Parts.Export = before.Exported != after.Exported
	}
	c.Elements = append(c.Elements, e)
	is := func(d *decl) func(*decl) bool { return func(other *decl) bool { return other == d } }
	c.removed = slices.DeleteFunc(c.removed, is(before))
	c.added = slices.DeleteFunc(c.added, is(after))
}

// unique returns the declarations by key; nil for a key that several have.
func unique(decls []*decl, key func(*decl) string) map[string]*decl {
	byKey := map[string]*decl{}
	for _, d := range decls {
		if strings.TrimSpace(d.text) == "" {
			continue
		}
		k := key(d)
		if _, twice := byKey[k]; twice {
			byKey[k] = nil
		} else {
			byKey[k] = d
		}
	}
	return byKey
}

// withoutName returns the text of a declaration with a mark in place of its own name.
func withoutName(d *decl) string {
	last := d.Name[strings.LastIndexByte(d.Name, '.')+1:]
	if !word.MatchString(last) {
		return d.text
	}
	owner := strings.TrimSuffix(d.Name, last)
	return owner + "\x00" + regexp.MustCompile(`\b`+regexp.QuoteMeta(last)+`\b`).ReplaceAllString(d.text, "\x00")
}

var word = regexp.MustCompile(`^\w+$`)

// members pairs the members of renamed elements by their names, whether or not their texts differ.
func (c *comparison) members() {
	for i := 0; i < len(c.Elements); i++ { // pairs of members are appended
		e := c.Elements[i]
		if e.Kind != Renamed {
			continue
		}
		before := byName(c.removed, e.Old.File, e.Old.Name+".")
		after := byName(c.added, e.New.File, e.New.Name+".")
		for name, d := range before {
			if after[name] != nil {
				c.pair(d, after[name], Renamed)
				if d.text != after[name].text {
					c.Elements[len(c.Elements)-1].Parts.Body = true
				}
			}
		}
	}
}

// byName returns the declarations of a file whose name begins with a prefix, by the rest of the name.
func byName(decls []*decl, file, prefix string) map[string]*decl {
	found := map[string]*decl{}
	for _, d := range decls {
		if rest, ok := strings.CutPrefix(d.Name, prefix); ok && d.File == file {
			found[rest] = d
		}
	}
	return found
}
