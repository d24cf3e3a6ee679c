package source

import (
	"slices"
	"strconv"
	"strings"
)

// AttributesName is the name of the files that [Attributes] reads.
const AttributesName = ".gitattributes"

// Attributes contains what the .gitattributes files of a project state about generated files:
// the attribute linguist-generated, as gitattributes(5) defines attributes. Macros ([attr]) are
// not expanded. The zero value is empty.
type Attributes struct {
	sets []attributeSet // the outermost folder first
}

// attributeSet contains the rules of one .gitattributes file.
type attributeSet struct {
	base  string // folder of the file, relative to the root; "" is the root
	rules []attributeRule
}

type attributeRule struct {
	rule
	generated bool
}

// Add adds a .gitattributes file by its path and text. Malformed lines match no file, as in
// git.
func (a *Attributes) Add(file, text string) {
	set := attributeSet{base: strings.TrimSuffix(strings.TrimSuffix(file, AttributesName), "/")}
	for line := range strings.Lines(strings.TrimPrefix(text, "\ufeff")) {
		pattern, attributes := cutPattern(strings.TrimSpace(line))
		generated, ok := linguistGenerated(attributes)
		if !ok || strings.HasPrefix(pattern, "!") { // git forbids negative patterns
			continue
		}
		if r, ok := parseRule(pattern); ok && !r.dirOnly {
			set.rules = append(set.rules, attributeRule{r, generated})
		}
	}
	if len(set.rules) > 0 {
		a.sets = append(a.sets, set)
		slices.SortFunc(a.sets, func(a, b attributeSet) int { return len(a.base) - len(b.base) })
	}
}

// cutPattern splits a line into the pattern, which may be in quotation marks, and the attributes.
func cutPattern(line string) (pattern, attributes string) {
	if quoted, err := strconv.QuotedPrefix(line); err == nil && line[0] == '"' {
		if pattern, err = strconv.Unquote(quoted); err == nil {
			return pattern, line[len(quoted):]
		}
	}
	if i := strings.IndexAny(line, " \t"); i >= 0 {
		return line[:i], line[i:]
	}
	return line, ""
}

// linguistGenerated returns the value of linguist-generated in a list of attributes; ok is false
// if the list does not set it.
func linguistGenerated(attributes string) (generated, ok bool) {
	for _, attribute := range strings.Fields(attributes) {
		switch attribute {
		case "linguist-generated", "linguist-generated=true":
			generated, ok = true, true
		case "-linguist-generated", "linguist-generated=false":
			generated, ok = false, true
		}
	}
	return generated, ok
}

// Generated returns whether the attributes declare a file to be generated. ok is false if they
// do not state it.
func (a *Attributes) Generated(file string) (generated, ok bool) {
	name := file[strings.LastIndexByte(file, '/')+1:]
	for i := len(a.sets) - 1; i >= 0; i-- {
		rel := file
		if base := a.sets[i].base; base != "" {
			var below bool
			if rel, below = strings.CutPrefix(file, base+"/"); !below {
				continue
			}
		}
		for j := len(a.sets[i].rules) - 1; j >= 0; j-- {
			if r := &a.sets[i].rules[j]; r.matches(rel, name) {
				return r.generated, true
			}
		}
	}
	return false, false
}
