package source

import (
	"iter"
	"path"
	"strings"
)

// maxHeadLines bounds the comment at the start of a file that is searched.
const maxHeadLines = 120

// headLine is a line of the comment at the start of a file.
type headLine struct {
	number    int // from 1
	text      string
	docstring bool // the line is part of a docstring
}

// headLines yields the lines before the first code of a file: comments, blank lines, and
// directives such as "use strict".
func headLines(name, text string) iter.Seq[headLine] {
	python := strings.HasPrefix(path.Ext(name), ".py")
	return func(yield func(headLine) bool) {
		end := "" // of the block comment or docstring that contains the line
		number := 0
		for line := range strings.Lines(text) {
			number++
			line = strings.TrimRight(line, "\r\n")
			trimmed := strings.TrimSpace(line)
			quote := docstringQuote(trimmed, python)
			docstring := end == `"""` || end == "'''" || end == "" && quote != ""
			switch {
			case number > maxHeadLines:
				return
			case end != "":
				if strings.Contains(trimmed, end) {
					end = ""
				}
			case quote != "":
				if _, rest, _ := strings.Cut(trimmed, quote); !strings.Contains(rest, quote) {
					end = quote
				}
			case strings.HasPrefix(trimmed, "/*"):
				if !strings.Contains(trimmed, "*/") {
					end = "*/"
				}
			case !isHeadLine(trimmed, python, number):
				return
			}
			if !yield(headLine{number, line, docstring}) {
				return
			}
		}
	}
}

// docstringQuote returns the quotation mark of the docstring that a line of Python begins.
func docstringQuote(line string, python bool) string {
	if !python {
		return ""
	}
	line = strings.TrimLeft(line, "rRuU")
	for _, quote := range []string{`"""`, "'''"} {
		if strings.HasPrefix(line, quote) {
			return quote
		}
	}
	return ""
}

// isHeadLine reports whether a line outside of block comments has no code.
func isHeadLine(line string, python bool, number int) bool {
	switch {
	case line == "", strings.HasPrefix(line, "//"):
		return true
	case strings.HasPrefix(line, "#"):
		return python || number == 1 && strings.HasPrefix(line, "#!")
	default:
		directive := strings.Trim(strings.TrimSuffix(line, ";"), `"'`)
		return directive == "use strict" || directive == "use client" || directive == "use server"
	}
}
