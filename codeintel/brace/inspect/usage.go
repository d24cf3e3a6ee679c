package inspect

import (
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// maxTypeArguments is the number of tokens in which type arguments of a name must end.
const maxTypeArguments = 200

// usage reports the pattern that the name at token i indicates, if any.
func (in *inspector) usage(i int) {
	w := in.Word(i)
	next := i + 1
	if in.Is(next, "<") {
		next = in.Angle(next, min(len(in.Tokens), next+maxTypeArguments))
	}
	if routes := in.tables.Routes.Calls; routes != nil && in.Is(next, "(") {
		for _, name := range routes(in.File, i, next, in.argument(next)) {
			in.report(facts.PatternRoute, name, int(in.enclosing[i]), i, i)
		}
	}
	usages, ok := in.tables.Usages[w]
	for n := range usages {
		if in.matches(&usages[n], i, next) {
			in.reportUsage(&usages[n], i)
			return
		}
	}
	if ok {
		return
	}
	for n := range in.tables.Globs {
		g := &in.tables.Globs[n]
		if matchGlob(g.Pattern, w) && in.matches(&g.Usage, i, next) {
			in.reportUsage(&g.Usage, i)
			return
		}
	}
}

// matches reports whether the conditions of a usage hold for the name at token i. next
// is the token after the name and its type arguments.
func (in *inspector) matches(u *Usage, i, next int) bool {
	switch {
	case len(u.After) > 0 && !in.IsOne(i-1, u.After...), in.IsOne(i-1, u.NotAfter...):
		return false
	case u.Of != "" && !in.Is(i-2, u.Of):
		return false
	case u.Call && !in.Is(next, "("):
		return false
	case len(u.Next) > 0 && !in.IsOne(next, u.Next...), u.NextName && !in.IsName(next):
		return false
	case u.Then != "" && !in.Is(next+1, u.Then):
		return false
	}
	return !u.Argument || in.IsName(i+2) && in.Is(i+3, ",")
}

// reportUsage reports the pattern of a usage at token i.
func (in *inspector) reportUsage(u *Usage, i int) {
	own := in.Word(i)
	if u.Path {
		own = in.path(i)
	}
	name := own
	if u.Name != "" {
		name = strings.Replace(u.Name, "*", own, 1)
	}
	if u.Argument {
		name += " " + in.Word(i+2)
	}
	d, to := int(in.enclosing[i]), i
	if u.Extent {
		to = in.After(min(i+2, len(in.Tokens)-1), len(in.Tokens)) - 1
	}
	if u.Once {
		in.reportOnce(u.Kind, name, d, i)
		return
	}
	in.report(u.Kind, name, d, i, to)
}

// path returns the name at token i with its qualifiers.
func (in *inspector) path(i int) string {
	from := i
	for from >= 2 && in.Is(from-1, "::") && in.IsName(from-2) && i-from < MaxTokens {
		from -= 2
	}
	return in.Written(from, i+1)
}

// matchGlob reports whether a word matches a pattern with at most one *.
func matchGlob(pattern, word string) bool {
	prefix, suffix, glob := strings.Cut(pattern, "*")
	if !glob {
		return pattern == word
	}
	return len(word) >= len(prefix)+len(suffix) && strings.HasPrefix(word, prefix) && strings.HasSuffix(word, suffix)
}

// matchesOne reports whether a word matches one of the patterns.
func matchesOne(patterns []string, word string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return matchGlob(p, word) })
}
