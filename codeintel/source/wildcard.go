package source

import "strings"

// matchWildcards reports whether a pattern of an ignore file matches a whole path. Like
// git, it compares bytes, not characters: a "?" is one byte of "é". Two stars between
// slashes, or at an end of the pattern, also match slashes; other stars, "?" and classes
// do not.
//
// The time is at most proportional to the square of the length of the path, times the
// length of the pattern: the last star of each of the two kinds is the only one that is
// ever tried again, since an earlier one cannot leave more of the path to match.
func matchWildcards(pattern, path string) bool {
	var star, doubleStar restart
	p, n := 0, 0 // what is left of pattern and path
	for {
		if p < len(pattern) && pattern[p] == '*' {
			after := p + len(pattern[p:]) - len(strings.TrimLeft(pattern[p:], "*"))
			switch {
			case !spansFolders(pattern, p, after):
				star = restart{set: true, pattern: after, path: n}
				p = after
				continue
			case after == len(pattern):
				return true
			}
			doubleStar = restart{set: true, pattern: after + 1, path: n}
			star = restart{}
			p = after + 1
			continue
		}
		if p == len(pattern) && n == len(path) {
			return true
		}
		if p < len(pattern) && n < len(path) {
			if width, ok := matchByte(pattern[p:], path[n]); ok {
				p, n = p+width, n+1
				continue
			}
		}
		switch {
		case star.set && star.path < len(path) && path[star.path] != '/':
			star.path++
			p, n = star.pattern, star.path
		case doubleStar.set && strings.Contains(path[doubleStar.path:], "/"):
			doubleStar.path += strings.IndexByte(path[doubleStar.path:], '/') + 1
			p, n = doubleStar.pattern, doubleStar.path
			star = restart{}
		default:
			return false
		}
	}
}

// restart is a position after a star, from where a failed match is tried again with a
// longer text for the star.
type restart struct {
	set           bool
	pattern, path int
}

// spansFolders reports whether the stars at pattern[start:end] match any number of
// folders. Git knows one more form, two stars before an escaped slash, which has no use.
func spansFolders(pattern string, start, end int) bool {
	return end-start > 1 &&
		(start == 0 || pattern[start-1] == '/') &&
		(end == len(pattern) || pattern[end] == '/')
}

// matchByte compares one byte with the first element of a pattern, which is not a star,
// and returns the length of the element.
func matchByte(pattern string, c byte) (width int, ok bool) {
	switch pattern[0] {
	case '?':
		return 1, c != '/'
	case '[':
		width, ok = matchClass(pattern, c)
		return width, ok && c != '/'
	case '\\':
		return 2, len(pattern) > 1 && pattern[1] == c
	}
	return 1, pattern[0] == c
}

// matchClass compares one byte with the class, such as [a-z], at the start of a pattern,
// and returns the length of the class. A malformed class matches no byte.
func matchClass(pattern string, c byte) (width int, ok bool) {
	i := 1
	negated := i < len(pattern) && (pattern[i] == '!' || pattern[i] == '^')
	if negated {
		i++
	}
	first := i
	var low byte // the preceding byte, which may start a range; 0 if it cannot
	for ; i < len(pattern); i++ {
		switch at := pattern[i:]; {
		case at[0] == ']' && i > first:
			return i + 1, ok != negated
		case at[0] == '-' && low != 0 && len(at) > 1 && at[1] != ']':
			high, n := unescaped(at[1:])
			ok = ok || low <= c && c <= high
			low, i = 0, i+n
		case strings.HasPrefix(at, "[:"):
			name, _, _ := strings.Cut(at[2:], "]")
			name, closed := strings.CutSuffix(name, ":")
			if !closed {
				ok, low = ok || c == '[', '['
				continue
			}
			member := namedClass(name)
			if member == nil {
				return 0, false
			}
			ok = ok || member(c)
			low, i = 0, i+len("[:]")+len(name)
		default:
			var n int
			low, n = unescaped(at)
			ok = ok || c == low
			i += n - 1
		}
	}
	return 0, false
}

// unescaped returns the first byte of a class's text, without the backslash before it,
// and the length of both.
func unescaped(text string) (c byte, width int) {
	if text[0] == '\\' && len(text) > 1 {
		return text[1], 2
	}
	return text[0], 1
}

// namedClass returns the predicate of a class such as [:alpha:], or nil if there is
// none of the name. Only ASCII characters are members.
func namedClass(name string) func(byte) bool {
	between := func(c, low, high byte) bool { return low <= c && c <= high }
	digit := func(c byte) bool { return between(c, '0', '9') }
	lower := func(c byte) bool { return between(c, 'a', 'z') }
	upper := func(c byte) bool { return between(c, 'A', 'Z') }
	alnum := func(c byte) bool { return digit(c) || lower(c) || upper(c) }
	switch name {
	case "alnum":
		return alnum
	case "alpha":
		return func(c byte) bool { return lower(c) || upper(c) }
	case "blank":
		return func(c byte) bool { return c == ' ' || c == '\t' }
	case "cntrl":
		return func(c byte) bool { return c < ' ' || c == 0x7f }
	case "digit":
		return digit
	case "graph":
		return func(c byte) bool { return between(c, '!', '~') }
	case "lower":
		return lower
	case "print":
		return func(c byte) bool { return between(c, ' ', '~') }
	case "punct":
		return func(c byte) bool { return between(c, '!', '~') && !alnum(c) }
	case "space":
		return func(c byte) bool { return strings.IndexByte(" \t\n\r", c) >= 0 }
	case "upper":
		return upper
	case "xdigit":
		return func(c byte) bool { return digit(c) || between(c, 'a', 'f') || between(c, 'A', 'F') }
	}
	return nil
}
