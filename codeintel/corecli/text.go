package corecli

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"unicode/utf8"
)

// maxExcerptBytes is the maximum length of the excerpt of the output in an error.
const maxExcerptBytes = 240

var (
	escapes      = regexp.MustCompile(`\x1b\[[0-9;?]*[A-Za-z]|\x1b\][^\x07]*\x07`) // colours and cursor movements
	absolutePath = regexp.MustCompile(`(?:\b[A-Za-z]:[\\/]|(?:^|[\s"'(=:<\[{,])/)[^\s"'()<>{},;]+`)
)

// clip cuts a text that is longer than bound bytes, between characters, and appends "…".
func clip(s string, bound int) string {
	if len(s) <= bound {
		return s
	}
	for bound > 0 && !utf8.RuneStart(s[bound]) {
		bound--
	}
	return s[:bound] + "…"
}

// plain returns output without colours and as valid UTF-8.
func plain(printed []byte) string {
	return strings.ToValidUTF8(escapes.ReplaceAllString(string(printed), ""), "\uFFFD")
}

// excerpt returns the line of the output that explains a failure best. It makes paths in
// the project relative to root, and cuts other absolute paths to their last part.
func excerpt(text, root string) string {
	line := strings.ReplaceAll(errorLine(text), "file://", "")
	if root != "" && root != "/" {
		line = strings.ReplaceAll(line, strings.TrimSuffix(root, "/")+"/", "")
		line = strings.ReplaceAll(line, root, ".")
	}
	line = absolutePath.ReplaceAllStringFunc(line, func(path string) string {
		lead := ""
		if i := strings.IndexAny(path, `/\`); i > 0 && strings.ContainsRune(" \t\"'(=:<[{,", rune(path[0])) {
			lead = path[:1]
		}
		return lead + "…/" + filepath.Base(filepath.ToSlash(strings.ReplaceAll(path, `\`, "/")))
	})
	return clip(strings.TrimSpace(line), maxExcerptBytes)
}

// errorLine returns the first line that contains "error" or "cannot", else the first line
// that is not empty.
func errorLine(text string) string {
	first := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if lower := strings.ToLower(line); strings.Contains(lower, "error") || strings.Contains(lower, "cannot") {
			return line
		}
		if first == "" {
			first = line
		}
	}
	return first
}

// plural returns a number with a noun, whose plural ends with s.
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// omitted returns a warning about n things in the output of the program that are not in the
// result, or nil if n is 0. which describes the things: "without a file".
func omitted(n int, noun, which string) []string {
	if n == 0 {
		return nil
	}
	return []string{"reported by the coderef CLI, but not part of this result: " + plural(n, noun) + " " + which}
}
