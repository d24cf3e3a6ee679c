package source

import (
	"path"
	"strings"
)

// ruleSet contains the rules of one ignore file. They apply to paths below base.
type ruleSet struct {
	base  string // folder of the ignore file, relative to the root; "" is the root
	rules []rule
}

// rule is one line of an ignore file, as gitignore(5) defines it.
type rule struct {
	segments []string // pattern split at slashes; "**" spans folders
	negated  bool
	dirOnly  bool
}

func parseRules(base, text string) ruleSet {
	set := ruleSet{base: base}
	for line := range strings.Lines(strings.TrimPrefix(text, "\ufeff")) {
		if r, ok := parseRule(strings.TrimRight(line, "\r\n")); ok {
			set.rules = append(set.rules, r)
		}
	}
	return set
}

func parseRule(line string) (rule, bool) {
	line = trimTrailingSpaces(line)
	if line == "" || line[0] == '#' {
		return rule{}, false
	}
	var r rule
	if line[0] == '!' {
		r.negated, line = true, line[1:]
	}
	if rest, ok := strings.CutSuffix(line, "/"); ok {
		r.dirOnly, line = true, rest
	}
	// "If there is a separator at the beginning or middle of the pattern, then
	// the pattern is relative to the level of the .gitignore file itself."
	anchored := strings.Contains(line, "/")
	line = strings.TrimPrefix(line, "/")
	if line == "" {
		return rule{}, false
	}
	r.segments = strings.Split(line, "/")
	if !anchored {
		r.segments = append([]string{"**"}, r.segments...)
	}
	return r, true
}

// trimTrailingSpaces drops trailing spaces unless the last is escaped.
func trimTrailingSpaces(s string) string {
	for strings.HasSuffix(s, " ") && !strings.HasSuffix(s, `\ `) {
		s = s[:len(s)-1]
	}
	return s
}

// ignored reports whether the rules exclude a path. The outermost ignore file is first in
// sets; the last matching rule takes precedence. Rules that exclude a parent need not be
// considered: an excluded folder is never entered.
func ignored(sets []ruleSet, p string, dir bool) bool {
	verdict := false
	for _, set := range sets {
		rel := p
		if set.base != "" {
			var below bool
			if rel, below = strings.CutPrefix(p, set.base+"/"); !below {
				continue
			}
		}
		segments := strings.Split(rel, "/")
		for _, r := range set.rules {
			if r.dirOnly && !dir {
				continue
			}
			if matchSegments(r.segments, segments) {
				verdict = !r.negated
			}
		}
	}
	return verdict
}

func matchSegments(pattern, segments []string) bool {
	for len(pattern) > 0 {
		if pattern[0] == "**" {
			if len(pattern) == 1 {
				return len(segments) > 0 // "abc/**" matches everything inside abc, but not abc
			}
			for i := range segments {
				if matchSegments(pattern[1:], segments[i:]) {
					return true
				}
			}
			return false
		}
		if len(segments) == 0 || !matchName(pattern[0], segments[0]) {
			return false
		}
		pattern, segments = pattern[1:], segments[1:]
	}
	return len(segments) == 0
}

// matchName matches one segment. path.Match has the syntax of git, except that git also
// accepts "!" as the negation mark of a character class.
func matchName(pattern, name string) bool {
	if !strings.ContainsAny(pattern, `*?[\`) {
		return pattern == name
	}
	ok, err := path.Match(strings.ReplaceAll(pattern, "[!", "[^"), name)
	return ok && err == nil
}
