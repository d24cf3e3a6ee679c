package tag

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/coderef2"
	"github.com/coderef-system/coderefd/codeintel/index"
)

// page is a text with its lines and comments.
type page struct {
	file   string
	text   string
	starts []int
	spans  []coderef2.Span
	code   string // the text with comments and strings blanked

	directive, header *regexp.Regexp
}

func newPage(file, text string) *page {
	p := &page{
		file: file, text: text, starts: index.LineStarts(file, text), spans: coderef2.Spans(file, text),
		directive: regexp.MustCompile(directive), header: regexp.MustCompile(header),
	}
	code := []byte(text)
	for _, s := range p.spans {
		for i := s.Start; i < s.End; i++ {
			if code[i] != '\n' && code[i] != '\r' {
				code[i] = ' '
			}
		}
	}
	p.code = string(code)
	return p
}

func (p *page) end(i int) int {
	if i+1 < len(p.starts) {
		return p.starts[i+1]
	}
	return len(p.text)
}

// line returns line i with its end. Lines count from 0.
func (p *page) line(i int) string { return p.text[p.starts[i]:p.end(i)] }

// codeOf returns line i without comments and strings.
func (p *page) codeOf(i int) string { return p.code[p.starts[i]:p.end(i)] }

// spanAt returns the comment or string that contains an offset. A comment or string that begins
// at the offset counts only if begin is set.
func (p *page) spanAt(offset int, begin bool) (coderef2.Span, bool) {
	i, exact := slices.BinarySearchFunc(p.spans, offset, func(s coderef2.Span, at int) int { return s.Start - at })
	if exact {
		return p.spans[i], begin
	}
	if i > 0 && offset < p.spans[i-1].End {
		return p.spans[i-1], true
	}
	return coderef2.Span{}, false
}

// comment returns the comment on line i and its first line; ok is false unless comments
// take up those lines completely.
func (p *page) comment(i int) (first int, span coderef2.Span, ok bool) {
	line := p.line(i)
	body := strings.TrimRight(line, " \t\r\n\u2028\u2029")
	text := strings.TrimLeft(body, " \t")
	if text == "" {
		return 0, span, false
	}
	span, ok = p.spanAt(p.starts[i]+len(body)-len(text), true)
	if !ok || !span.Comment || span.Doc || span.End > p.end(i) || strings.TrimSpace(p.text[span.End:p.end(i)]) != "" {
		return 0, span, false
	}
	for first = i; first > 0 && p.starts[first] > span.Start; {
		first--
	}
	return first, span, strings.TrimSpace(p.text[p.starts[first]:span.Start]) == ""
}

// tag returns the reference on line i if the line is a tag.
func (p *page) tag(i int) (coderef2.Ref, bool) {
	if _, span, ok := p.comment(i); !ok || !span.Line {
		return coderef2.Ref{}, false
	}
	return coderef2.ParseTag(p.line(i))
}

// head returns the line above which the tag of the declaration on line i belongs, and
// the first line of its comments and decorators, including older tags.
func (p *page) head(i int) (place, top int) {
	place, top = i, i
	belongs := true // everything in between must precede the declaration directly
	for top > 0 {
		above := top - 1
		first, span, ok := p.comment(above)
		switch {
		case ok && p.isFileHeader(first, span):
			return place, top
		case ok:
			belongs = belongs && p.belongs(above, span)
			top = first
		default:
			if first, ok = p.decorator(above); !ok {
				return place, top
			}
			belongs, top = true, first // nothing may separate decorators from the declaration
		}
		if belongs {
			place = top
		}
	}
	return place, top
}

// belongs reports whether a comment must directly precede the declaration.
func (p *page) belongs(i int, span coderef2.Span) bool {
	text := p.text[span.Start:span.End]
	if _, isTag := p.tag(i); isTag {
		return false
	}
	if !span.Line || strings.HasPrefix(text, "///") || p.directive.MatchString(text) {
		return true
	}
	// In Go, an empty comment line separates the doc comment from directives.
	return path.Ext(p.file) == ".go" && strings.TrimRight(text, " \t") == "//" && i+1 < len(p.starts) &&
		p.directive.MatchString(strings.TrimSpace(p.line(i+1)))
}

// directive matches comments that direct a tool and refer to the next line or
// declaration.
const directive = `^(//[a-z0-9]+:[a-z0-9]|//(export|nolint|line) |//nolint|` +
	`(//|#)\s*(@ts-|eslint-|tslint:|prettier-ignore|biome-ignore|deno-lint-ignore|(istanbul|c8|v8) ignore|` +
	`oxlint-|stylelint-|NOLINT|noinspection|noqa|type:\s*ignore|mypy:|pylint:|pyright:|ruff:|fmt:|yapf:|` +
	`isort:|pragma:|nosec|rubocop:|checkstyle))`

// header matches comments that refer to the whole file.
const header = `(?i)copyright|licen[cs]e|spdx|@flow|@jest|@ts-(no)?check|@fileoverview|@file\b|` +
	`@packagedocumentation|@module|@preserve|@jsx|@coderef-semantic|coding[:=]|<reference`

// isFileHeader reports whether a comment is at the start of the file and refers to it.
func (p *page) isFileHeader(line int, span coderef2.Span) bool {
	text := p.text[span.Start:span.End]
	switch {
	case strings.HasPrefix(text, "#!"):
		return true
	case line > 1 || line == 1 && !strings.HasPrefix(p.text, "#!"):
		return false
	}
	if _, isTag := p.tag(line); isTag {
		return false // regardless of its path
	}
	return p.header.MatchString(text)
}

// decorator returns the first line of the decorator or attribute that ends on line i.
func (p *page) decorator(i int) (first int, ok bool) {
	code := strings.TrimSpace(p.codeOf(i))
	if code == "" {
		return 0, false
	}
	first = i
	if last := code[len(code)-1]; strings.IndexByte(")]}", last) >= 0 {
		first = p.opening(i)
	}
	begin := strings.TrimSpace(p.codeOf(first))
	switch path.Ext(p.file) {
	case ".rs":
		return first, strings.HasPrefix(begin, "#[")
	case ".cs":
		return first, strings.HasPrefix(begin, "[") && strings.HasSuffix(code, "]")
	case ".c", ".h", ".cc", ".cpp", ".cxx", ".hh", ".hpp", ".hxx":
		return first, strings.HasPrefix(begin, "[[") || strings.HasPrefix(begin, "template") && strings.HasSuffix(code, ">")
	}
	// A decorator alone on its lines.
	name := strings.TrimLeft(begin, "@")
	return first, name != begin && (first < i || strings.HasSuffix(code, ")") || strings.Trim(name, wordAndDot) == "")
}

const wordAndDot = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$."

// opening returns the line of the bracket that matches the one at the end of line i.
func (p *page) opening(i int) int {
	depth := 0
	for at := p.end(i) - 1; at >= 0; at-- {
		switch p.code[at] {
		case ')', ']', '}':
			depth++
		case '(', '[', '{':
			if depth--; depth <= 0 {
				line, _ := slices.BinarySearch(p.starts, at+1)
				return line - 1
			}
		}
	}
	return i
}
