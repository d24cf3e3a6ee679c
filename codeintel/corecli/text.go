package corecli

import (
	"path/filepath"
	"regexp"
	"strings"
	"unicode/utf8"
)

// maxExcerptBytes bounds what errors repeat of what the program printed.
const maxExcerptBytes = 240

var (
	escapes      = regexp.MustCompile(`\x1b\[[0-9;?]*[A-Za-z]|\x1b\][^\x07]*\x07`) // colours and cursor movements
	absolutePath = regexp.MustCompile(`(?:\b[A-Za-z]:[\\/]|(?:^|[\s"'(=:<\[{,])/)[^\s"'()<>{},;]+`)
)

// clip cuts a text at a bound, between characters.
func clip(s string, bound int) string {
	if len(s) <= bound {
		return s
	}
	for bound > 0 && !utf8.RuneStart(s[bound]) {
		bound--
	}
	return s[:bound] + "…"
}

// plain returns printed text without colours and in UTF-8.
func plain(printed []byte) string {
	return strings.ToValidUTF8(escapes.ReplaceAllString(string(printed), ""), "\uFFFD")
}

// excerpt returns the line that tells most of why a program failed, without
// folders of this machine: those of the project are left out, and of other paths
// only the last part stays.
func excerpt(text, root string) string {
	line := strings.ReplaceAll(telling(text), "file://", "")
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

// telling returns the first line that speaks of an error, else the first there is.
func telling(text string) string {
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
