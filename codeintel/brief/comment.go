package brief

import (
	"go/doc"
	"go/parser"
	"go/token"
	"path"
	"regexp"
	"strings"
)

// boilerplate matches comments that do not describe a file: licences, directives of tools,
// editor settings and section headings.
var boilerplate = regexp.MustCompile(`(?i)copyright|licen[cs]e|\bspdx\b|all rights reserved|@generated|do not edit|` +
	`^(?:eslint|tslint|jshint|jscs|prettier|istanbul|vim?:|ex:|global |globals |noqa|pylint|pyright|mypy|isort|` +
	`type: |ruff|flake8|pragma|region|endregion|@ts-|@flow|@vitest|@jest|@vite|coding[:=]|[<]reference)|` +
	`-\*-|={4}|-{4}|^todo\b|^fixme\b`)

// packageComment returns the first sentence of the package comment of a Go file, and "" if it
// has none or only a licence.
func packageComment(text string) string {
	file, err := parser.ParseFile(token.NewFileSet(), "", text, parser.PackageClauseOnly|parser.ParseComments)
	if err != nil || file.Doc == nil {
		return ""
	}
	comment := file.Doc.Text()
	for paragraph := range strings.SplitSeq(comment, "\n\n") {
		if !boilerplate.MatchString(paragraph) {
			return bounded((&doc.Package{}).Synopsis(paragraph))
		}
	}
	return ""
}

// fileComment returns the first sentence of the comment or docstring that describes a file. A
// comment directly above code describes that code, and so does not count.
func fileComment(name, text string) string {
	var words []string
	text = strings.TrimPrefix(text, "\ufeff")
	lines := strings.Split(text, "\n")
	if len(lines) > 200 {
		lines = lines[:200]
	}
	python := strings.HasSuffix(name, ".py")
	for i := 0; i < len(lines); {
		line := strings.TrimSpace(lines[i])
		switch {
		case line == "", strings.HasPrefix(line, "#!"), python && strings.HasPrefix(line, "#"),
			strings.HasPrefix(line, `"use `), strings.HasPrefix(line, "'use "):
			i++
			continue
		case python:
			return docstring(lines[i:])
		case strings.HasPrefix(line, "/*"):
			words, i = blockComment(lines, i)
		case strings.HasPrefix(line, "//"):
			words, i = lineComment(lines, i)
		default:
			return ""
		}
		comment := strings.Join(words, " ")
		if boilerplate.MatchString(comment) {
			continue
		}
		tagged := strings.Contains(comment, "@file") || strings.Contains(comment, "@module") ||
			strings.Contains(comment, "@packageDocumentation")
		inner := path.Ext(name) == ".rs" && strings.HasPrefix(line, "//!") || path.Base(name) == "package-info.java"
		if tagged || inner || i >= len(lines) || strings.TrimSpace(lines[i]) == "" {
			return firstSentence(untagged(words))
		}
		return ""
	}
	return ""
}

// blockComment returns the words of the block comment that begins at a line, and the number of
// the line after it.
func blockComment(lines []string, i int) ([]string, int) {
	var words []string
	for ; i < len(lines); i++ {
		before, _, ended := strings.Cut(lines[i], "*/")
		words = append(words, strings.Fields(strings.TrimLeft(strings.TrimSpace(before), "/*! "))...)
		if ended {
			return words, i + 1
		}
	}
	return words, i
}

// lineComment is blockComment for consecutive line comments.
func lineComment(lines []string, i int) ([]string, int) {
	var words []string
	for ; i < len(lines) && strings.HasPrefix(strings.TrimSpace(lines[i]), "//"); i++ {
		words = append(words, strings.Fields(strings.TrimLeft(strings.TrimSpace(lines[i]), "/! "))...)
	}
	return words, i
}

// untagged returns the words without the names of the tags that describe a file, up to the next tag.
func untagged(words []string) []string {
	var out []string
	for i, word := range words {
		switch {
		case word == "@file", word == "@fileoverview", word == "@fileOverview", word == "@packageDocumentation",
			word == "@module", i > 0 && words[i-1] == "@module":
		case strings.HasPrefix(word, "@") && len(word) > 1 && !strings.Contains(word, "/"):
			return out
		default:
			out = append(out, word)
		}
	}
	return out
}

// docstring returns the first sentence of the docstring with which a Python module begins.
func docstring(lines []string) string {
	first := strings.TrimLeft(strings.TrimSpace(lines[0]), "rRuU")
	for _, quote := range []string{`"""`, "'''", `"`, "'"} {
		rest, ok := strings.CutPrefix(first, quote)
		if !ok {
			continue
		}
		text := strings.Join(append([]string{rest}, lines[1:]...), "\n")
		text, _, _ = strings.Cut(text, quote)
		text, _, _ = strings.Cut(strings.TrimSpace(text), "\n\n")
		if boilerplate.MatchString(text) {
			return ""
		}
		return firstSentence(strings.Fields(text))
	}
	return ""
}
