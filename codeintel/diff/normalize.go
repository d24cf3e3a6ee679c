package diff

import (
	"strings"
)

// normalize converts the forms of headers that the parser does not read to the form of git diff
// with its default settings. The number of lines stays the same.
func normalize(text string) string {
	lines := strings.SplitAfter(text, "\n")
	headers := headersOf(lines)
	if len(headers) == 0 {
		return text
	}
	if strings.HasSuffix(lines[headers[0]], "\r\n") { // a program has converted all line ends
		for i, line := range lines {
			if s, ok := strings.CutSuffix(line, "\r\n"); ok {
				lines[i] = s + "\n"
			}
		}
	}
	if isGit(lines[headers[0]]) {
		addPrefixes(lines, headers)
	} else {
		removePrefixes(lines, headers)
	}
	return strings.Join(lines, "")
}

const gitHeader = "diff --git "

func isGit(line string) bool { return strings.HasPrefix(line, gitHeader) }

// headersOf returns the indices of the lines at which the header of a file begins: a line of git,
// or if there is none, the line with the old name.
func headersOf(lines []string) []int {
	var git, others []int
	for i, line := range lines {
		switch {
		case isGit(line):
			git = append(git, i)
		case i+2 < len(lines) && strings.HasPrefix(line, "--- ") && strings.HasPrefix(lines[i+1], "+++ ") &&
			strings.HasPrefix(lines[i+2], "@@ -"):
			others = append(others, i)
		}
	}
	if len(git) > 0 {
		return git
	}
	return others
}

// addPrefixes adds a/ and b/ to the names of a diff that was made with the option --no-prefix:
// the two names of a file are equal.
func addPrefixes(lines []string, headers []int) {
	bare := false
	for _, i := range headers {
		_, ok := bareName(lines[i])
		bare = bare || ok
	}
	if !bare {
		return
	}
	for _, i := range headers {
		if name, ok := bareName(lines[i]); ok {
			lines[i] = gitHeader + prefixed("a/", name) + " " + prefixed("b/", name) + "\n"
		}
		for j := i + 1; j < len(lines) && !strings.HasPrefix(lines[j], "@@") && !isGit(lines[j]); j++ {
			for mark, prefix := range map[string]string{"--- ": "a/", "+++ ": "b/"} {
				if name, ok := strings.CutPrefix(lines[j], mark); ok && !strings.HasPrefix(name, "/dev/null") {
					lines[j] = mark + prefixed(prefix, name)
				}
			}
		}
	}
}

// bareName returns the name in a header of git whose two names are equal.
func bareName(line string) (string, bool) {
	names := strings.TrimRight(strings.TrimPrefix(line, gitHeader), "\n")
	half := len(names) / 2
	if len(names) < 3 || len(names)%2 == 0 || names[half] != ' ' || names[:half] != names[half+1:] {
		return "", false
	}
	return names[:half], true
}

// prefixed adds a prefix to a name, which may be quoted.
func prefixed(prefix, name string) string {
	if rest, quoted := strings.CutPrefix(name, `"`); quoted {
		return `"` + prefix + rest
	}
	return prefix + name
}

// removePrefixes makes the two names of each file equal in a diff without headers of git: names
// that differ only in their first folder lose it.
func removePrefixes(lines []string, headers []int) {
	for _, i := range headers {
		before, oldRest := nameIn(lines[i])
		after, newRest := nameIn(lines[i+1])
		_, a, inOld := strings.Cut(before, "/")
		_, b, inNew := strings.Cut(after, "/")
		switch {
		case before == "/dev/null" && strings.HasPrefix(after, "b/"):
			after = b
		case after == "/dev/null" && strings.HasPrefix(before, "a/"):
			before = a
		case before != after && inOld && inNew && a == b:
			before, after = a, b
		default:
			continue
		}
		lines[i], lines[i+1] = "--- "+before+oldRest, "+++ "+after+newRest
	}
}

// nameIn returns the name in a line with the old or new name, and the rest of the line after it.
func nameIn(line string) (name, rest string) {
	line = line[len("--- "):]
	end := strings.IndexAny(line, "\t\n")
	if end < 0 {
		end = len(line)
	}
	return line[:end], line[end:]
}

// lineOf returns the number of the line at which the header of the i-th file begins.
func lineOf(text string, i int) int {
	headers := headersOf(strings.SplitAfter(text, "\n"))
	return headers[min(i, len(headers)-1)] + 1
}
