package export

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/coderef-system/coderefd/codeintel/export/scip"
	"github.com/coderef-system/coderefd/codeintel/graph"
	"github.com/coderef-system/coderefd/codeintel/index"
)

// scipDocument collects the occurrences and symbols of one file.
type scipDocument struct {
	names *symbols
	lines []string // empty if the text is not available
	out   scip.Document
	roles scip.Role // of every occurrence in the file
	// places are the start positions of the references, and of the definitions so far.
	places map[place]bool
	// modules are the places that refer to a module.
	modules map[place]bool
	written map[scip.Occurrence]bool
}

// place is a position in a file. Both numbers begin at 0; character counts UTF-16 units.
type place struct{ line, character int }

func newScipDocument(file string, s *index.Snapshot, names *symbols) *scipDocument {
	d := &scipDocument{
		names: names, places: map[place]bool{}, modules: map[place]bool{}, written: map[scip.Occurrence]bool{},
		out: scip.Document{Path: file, Language: scipLanguage(file)},
	}
	if text, ok := s.Text(file); ok {
		d.lines = strings.Split(text, "\n")
	}
	if index.IsTest(file) {
		d.roles = scip.Test
	}
	return d
}

// refer adds the place of an edge. The edge of a type that implements an interface without naming
// it has the place of the type's own name, which is not a reference.
func (d *scipDocument) refer(e *graph.Edge) {
	at := place{e.Line - 1, e.Column - 1}
	if e.Relation == graph.Implements && d.textAt(at) == d.names.name(e.From) {
		return
	}
	d.places[at] = true
	roles := d.roles
	if e.Relation == graph.Import {
		roles |= scip.Import
		if e.To != graph.None && d.names.IsFile(e.To) {
			d.modules[at] = true
		}
	}
	d.add(scip.Occurrence{Range: d.nameAt(at), Symbol: d.names.target(e), Roles: roles})
}

// define adds the definition of a node. Call it after refer, in the order of the nodes.
func (d *scipDocument) define(n graph.Node, relations []scip.Relationship) {
	e := d.names.Element(n)
	info := scip.SymbolInformation{
		Symbol: d.names.of(n), Kind: scipKind(e.Type), DisplayName: d.names.name(n), Relationships: relations,
	}
	o := scip.Occurrence{Symbol: info.Symbol, Roles: d.roles | scip.Definition}
	if !d.names.IsFile(n) {
		if p := d.names.parent(n); !d.names.IsFile(p) {
			info.Enclosing = d.names.of(p)
		}
		o.Range = d.findName(info.DisplayName, e.Line-1)
		d.places[place{o.Range.StartLine, o.Range.StartCharacter}] = true
		o.Enclosing = d.linesOf(e.Line-1, e.EndLine-1)
	}
	d.out.Symbols = append(d.out.Symbols, info)
	d.add(o)
}

// add adds an occurrence unless it was added before.
func (d *scipDocument) add(o scip.Occurrence) {
	if !d.written[o] {
		d.written[o] = true
		d.out.Occurrences = append(d.out.Occurrences, o)
	}
}

// finish returns the document, with its occurrences sorted by place.
func (d *scipDocument) finish() scip.Document {
	d.out.Occurrences = slices.DeleteFunc(d.out.Occurrences, func(o scip.Occurrence) bool {
		at := place{o.Range.StartLine, o.Range.StartCharacter}
		return o.Roles&scip.Import != 0 && d.modules[at] && !d.names.files[o.Symbol]
	})
	slices.SortStableFunc(d.out.Occurrences, func(a, b scip.Occurrence) int {
		return cmp.Or(a.Range.StartLine-b.Range.StartLine, a.Range.StartCharacter-b.Range.StartCharacter)
	})
	return d.out
}

// nameAt returns the range of the identifier at a place. If there is none, the range is empty.
func (d *scipDocument) nameAt(at place) scip.Range { return at.length(utf16Length(d.textAt(at))) }

// textAt returns the identifier at a place.
func (d *scipDocument) textAt(at place) string {
	if at.line >= len(d.lines) {
		return ""
	}
	rest := fromCharacter(d.lines[at.line], at.character)
	return rest[:identifierLength(rest)]
}

// length returns the range of some characters from a place.
func (at place) length(characters int) scip.Range {
	return scip.Range{
		StartLine: at.line, StartCharacter: at.character, EndLine: at.line, EndCharacter: at.character + characters,
	}
}

// findName returns the range in which a line declares a name: the first occurrence of the name that
// is not a reference and that no other word follows. (In `get get() {}`, a word follows the first
// occurrence, which is a keyword.) If a word follows every occurrence, as in `class A extends B`,
// it is the first one. If there is no occurrence, the range is empty, at the start of the line's
// text.
func (d *scipDocument) findName(name string, line int) scip.Range {
	if line >= len(d.lines) {
		return place{line: line}.length(0)
	}
	text := d.lines[line]
	var first *place
	for start := 0; name != ""; start += len(name) {
		i := strings.Index(text[start:], name)
		if i < 0 {
			break
		}
		start += i
		at := place{line, utf16Length(text[:start])}
		if !isWord(text, start, len(name)) || d.places[at] {
			continue
		}
		if rest := strings.TrimLeft(text[start+len(name):], " \t"); identifierLength(rest) == 0 {
			return withQuotes(text, start, at.length(utf16Length(name)))
		}
		if first == nil {
			first = &at
		}
	}
	if first != nil {
		return first.length(utf16Length(name))
	}
	return place{line, indent(text)}.length(0)
}

// withQuotes extends the range of a name, which starts at a byte of its line, by the quotes around it.
func withQuotes(text string, start int, r scip.Range) scip.Range {
	for _, quote := range []string{`"`, `'`} {
		if strings.HasSuffix(text[:start], quote) && strings.HasPrefix(fromCharacter(text, r.EndCharacter), quote) {
			r.StartCharacter--
			r.EndCharacter++
		}
	}
	return r
}

// indent returns the number of spaces and tabs at the start of a text.
func indent(text string) int { return len(text) - len(strings.TrimLeft(text, " \t")) }

// linesOf returns the range from the first character of a line's text to the last one of another
// line.
func (d *scipDocument) linesOf(first, last int) scip.Range {
	if first >= len(d.lines) || last >= len(d.lines) || last < first {
		return scip.Range{}
	}
	return scip.Range{
		StartLine: first, StartCharacter: indent(d.lines[first]),
		EndLine: last, EndCharacter: utf16Length(strings.TrimRight(d.lines[last], " \t\r")),
	}
}

// identifierLength returns the number of bytes of the identifier at the start of a text. A #
// may precede it, as in names of private members.
func identifierLength(text string) int {
	for i, r := range text {
		switch {
		case unicode.IsLetter(r) || r == '_' || r == '$':
		case i > 0 && (unicode.IsDigit(r) || unicode.Is(unicode.Mn, r)):
		case i == 0 && r == '#':
		default:
			return i
		}
	}
	return len(text)
}

// isWord reports whether the characters next to a part of a text do not continue a name in it. A
// quoted name may have any neighbors.
func isWord(text string, start, length int) bool {
	part := text[start : start+length]
	return identifierLength(part) < length || identifierLength(text[start:]) == length && !endsInWord(text[:start])
}

// endsInWord reports whether a text ends in a character of an identifier.
func endsInWord(text string) bool {
	r, _ := utf8.DecodeLastRuneInString(text)
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == '$'
}

// fromCharacter returns the text from a character, counted in UTF-16 units.
func fromCharacter(text string, character int) string {
	for i, r := range text {
		if character <= 0 {
			return text[i:]
		}
		character -= utf16.RuneLen(r)
	}
	return ""
}

// utf16Length returns the number of UTF-16 units of a text.
func utf16Length(text string) int {
	n := 0
	for _, r := range text {
		n += utf16.RuneLen(r)
	}
	return n
}
