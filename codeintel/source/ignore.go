package source

import "strings"

// ruleSet contains the rules of one ignore file. They apply to paths below base.
type ruleSet struct {
	base  string // folder of the ignore file, relative to the root; "" is the root
	rules []rule
}

// rule is one line of an ignore file, as gitignore(5) defines it.
type rule struct {
	literal  string // the pattern up to its first wildcard or escape
	wild     string // the rest of the pattern
	anywhere bool   // the pattern has no slash and applies to names at any depth
	negated  bool
	dirOnly  bool
}

// parseRules reads the text of an ignore file. It accepts any text, as git does: a malformed
// pattern matches no path.
func parseRules(base, text string) ruleSet {
	set := ruleSet{base: base}
	for line := range strings.Lines(strings.TrimPrefix(text, "\ufeff")) {
		line = strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
		if r, ok := parseRule(line); ok {
			set.rules = append(set.rules, r)
		}
	}
	return set
}

func parseRule(line string) (rule, bool) {
	if strings.HasPrefix(line, "#") {
		return rule{}, false
	}
	line, _, _ = strings.Cut(line, "\x00") // for git, a pattern is a C string
	line = trimTrailingSpaces(line)
	var r rule
	line, r.negated = strings.CutPrefix(line, "!")
	line, r.dirOnly = strings.CutSuffix(line, "/")
	// "If there is a separator at the beginning or middle of the pattern, then
	// the pattern is relative to the level of the .gitignore file itself."
	r.anywhere = !strings.Contains(line, "/")
	line = strings.TrimPrefix(line, "/")
	if line == "" {
		return rule{}, false
	}
	r.literal = line
	if i := strings.IndexAny(line, `*?[\`); i >= 0 {
		r.literal, r.wild = line[:i], line[i:]
	}
	return r, true
}

// trimTrailingSpaces drops trailing spaces that are not escaped.
func trimTrailingSpaces(s string) string {
	end := 0 // of the text without trailing spaces
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case ' ':
			continue
		case '\\':
			i++ // the next character is escaped
		}
		end = min(i+1, len(s))
	}
	return s[:end]
}

// ignored reports whether the rules exclude a path. The outermost ignore file is first in
// sets; the last matching rule takes precedence. The folders above the path are not checked: the
// caller does not enter an excluded folder.
func ignored(sets []ruleSet, p string, dir bool) bool {
	name := p[strings.LastIndexByte(p, '/')+1:]
	for i := len(sets) - 1; i >= 0; i-- {
		rel := p
		if base := sets[i].base; base != "" {
			var below bool
			if rel, below = strings.CutPrefix(p, base+"/"); !below {
				continue
			}
		}
		for j := len(sets[i].rules) - 1; j >= 0; j-- {
			if r := &sets[i].rules[j]; (dir || !r.dirOnly) && r.matches(rel, name) {
				return !r.negated
			}
		}
	}
	return false
}

// matches reports whether the pattern matches path, which is relative to the folder of the ignore
// file. name is the last segment of path.
func (r *rule) matches(path, name string) bool {
	if r.anywhere {
		path = name
	}
	rest, ok := strings.CutPrefix(path, r.literal)
	if !ok || r.wild == "" {
		return ok && rest == ""
	}
	return matchWildcards(r.wild, rest)
}
