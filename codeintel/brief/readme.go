package brief

import (
	"path/filepath"
	"regexp"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/source"
)

func readmeNames() []string {
	return []string{"README.md", "README.rst", "README.txt", "README", "readme.md", "Readme.md"}
}

// maxReadmeBytes bounds the part of a README that is searched for a description.
const maxReadmeBytes = 16 << 10

// document returns the first of several files in a folder that can be read, with its name.
func (b *builder) document(dir string, names ...string) (name, text string) {
	for _, name := range names {
		file := filepath.Join(b.snapshot.Root(), filepath.FromSlash(dir), name)
		if text, reason := b.snapshot.Roots().ReadText(file, source.MaxConfigBytes); reason == "" {
			return name, text
		}
	}
	return "", ""
}

// readme returns the sentences with which the README of a folder introduces its contents, by one
// of their names. It returns "" if no paragraph does.
func (b *builder) readme(dir string, names ...string) string {
	_, text := b.document(dir, readmeNames()...)
	for _, paragraph := range paragraphs(text[:min(len(text), maxReadmeBytes)]) {
		lower := strings.ToLower(paragraph)
		for _, name := range names {
			if introduces(lower, strings.ToLower(name)) {
				return sentences(paragraph, 2)
			}
		}
	}
	return ""
}

var saysWhat = regexp.MustCompile(`\b(?:is|are|provides|lets|helps|allows|makes|aims|implements|contains)\b`)

// notAbout matches paragraphs about the people and terms of a project.
var notAbout = regexp.MustCompile(`sponsor|backer|donat|maintained by|licensed under|open source project`)

// introduces reports whether a paragraph says at its beginning what a name denotes. Both are in lower case.
func introduces(paragraph, name string) bool {
	if name == "" {
		return false
	}
	if notAbout.MatchString(paragraph) {
		return false
	}
	for _, article := range []string{"", "the ", "this "} {
		rest, ok := strings.CutPrefix(paragraph, article+name)
		if ok && (rest == "" || strings.ContainsAny(rest[:1], " ,:(.")) {
			sentence, _, _ := strings.Cut(rest, ". ")
			return saysWhat.MatchString(sentence)
		}
	}
	return false
}

var (
	markdownLink = regexp.MustCompile(`!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])`)
	shortLink    = regexp.MustCompile(`\[([^\]]*)\]`)
	textLink     = regexp.MustCompile("`([^`<]*?)\\s*<[^>]*>`_+")
	htmlTag      = regexp.MustCompile(`<[^>]*>`)
	underline    = regexp.MustCompile(`^[=\-~^#*]{3,}\s*$`)
)

// paragraphs returns the paragraphs of prose in Markdown or reStructuredText, as plain text.
func paragraphs(text string) []string {
	var out []string
	var lines []string
	prose, fenced := true, false
	flush := func() {
		if p := plain(strings.Join(lines, " ")); prose && p != "" {
			out = append(out, p)
		}
		lines, prose = nil, true
	}
	for line := range strings.Lines(text + "\n\n") {
		indented := strings.HasPrefix(line, "    ") || strings.HasPrefix(line, "\t")
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "```"):
			fenced = !fenced
			prose = false
		case fenced:
		case line == "":
			flush()
		case strings.HasPrefix(line, "#"):
			flush()
		case underline.MatchString(line):
			prose = false // the lines above are a heading
			flush()
		default:
			if strings.ContainsAny(line[:1], "|>+") || strings.HasPrefix(line, "..") || indented ||
				strings.HasPrefix(line, "- ") || strings.HasPrefix(line, "* ") {
				prose = false
			}
			lines = append(lines, line)
		}
	}
	return out
}

// plain returns text without the markup of links, emphasis and code.
func plain(text string) string {
	text = htmlTag.ReplaceAllString(textLink.ReplaceAllString(text, "$1"), "")
	for range 2 { // badges are images in links
		text = markdownLink.ReplaceAllString(text, "$1")
	}
	text = shortLink.ReplaceAllString(text, "$1")
	return strings.Join(strings.Fields(strings.NewReplacer("**", "", "__", "", "`", "").Replace(text)), " ")
}

// sentences returns the first n sentences of a text of one line, within the bound of a description of a project.
func sentences(text string, n int) string {
	end := 0
	for range n {
		at := strings.Index(text[end:], ". ")
		if at < 0 {
			end = len(text)
			break
		}
		end += at + len(". ")
	}
	return cutWords(strings.TrimSpace(text[:end]), maxPurpose)
}
