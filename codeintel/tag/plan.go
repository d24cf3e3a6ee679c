package tag

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/coderef2"
	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/index"
)

// Options selects the tags to write.
type Options struct {
	Force       bool // convert existing tags to the current form and remove duplicates
	UpdateLines bool // set the lines of existing tags
	Private     bool // also tag names that begin with _ or #
}

// Action is the change of one tag.
type Action string

// The actions.
const (
	Added     Action = "added"
	Updated   Action = "updated"
	Unchanged Action = "unchanged"
	Removed   Action = "removed"
)

// Tag is one tag of a file.
type Tag struct {
	ID     string // of the declaration
	Tag    string // the reference in the new text; that in the old text if it is removed
	Line   int    // of the tag in the new text; in the old text if it is removed
	Action Action
}

// Plan is the planned change of one file.
type Plan struct {
	File     string
	Text     string   // the new text
	Elements int      // the number of declarations that get a tag
	Tags     []Tag    // by line
	Left     []string // declarations that get no tag, with the reasons
	page     *page
	edits    []edit
}

// Changes reports whether the plan changes its file.
func (p *Plan) Changes() bool { return len(p.edits) > 0 }

// Count returns the number of tags with an action.
func (p *Plan) Count(a Action) (n int) {
	for _, t := range p.Tags {
		if t.Action == a {
			n++
		}
	}
	return n
}

// edit is the change of one line. Inserted lines precede it.
type edit struct {
	line   int // from 0
	insert []string
	drop   bool // the line is removed; with insert, it is replaced
}

// errDifferent is returned if the tags would change the declarations of a file.
var errDifferent = errors.New("tags would change the declarations of the file")

// Make plans the tags of a text. file is its path relative to the project root; the
// text has no byte order mark. Declarations above which no line can be inserted safely
// get no tag; Left gives the reasons.
func Make(file, text string, opts Options) (*Plan, error) {
	decls, _, err := index.Outline(file, text, false)
	if err != nil {
		return nil, err
	}
	m := &maker{
		Plan: &Plan{File: file, Text: text, page: newPage(file, text)}, opts: opts,
		claimed: map[int]bool{}, names: map[string]bool{},
	}
	for i := range decls {
		m.names[lastPart(decls[i].Name)] = true
	}
	all := eligible(decls, opts.Private)
	m.Elements = len(all)
	for len(all) > 0 {
		n := 1
		for n < len(all) && all[n].Line == all[0].Line {
			n++
		}
		m.place(all[:n])
		all = all[n:]
	}
	m.write()
	if m.Changes() {
		if err := m.check(decls); err != nil {
			return nil, err
		}
	}
	return m.Plan, nil
}

// maker builds a plan.
type maker struct {
	*Plan
	opts    Options
	slots   []slot
	claimed map[int]bool    // lines of those tags that belong to a declaration
	names   map[string]bool // the last parts of the declared names
}

// slot is an existing or new tag.
type slot struct {
	decl   *facts.Decl
	line   int // from 0: of the tag, or the line that a new one precedes
	exists bool
	extra  bool // the tag is a duplicate
}

// place finds the existing tags of the declarations of one line, and the places for new tags.
func (m *maker) place(decls []*facts.Decl) {
	at := decls[0].Line - 1
	if at < 0 || at >= len(m.page.starts) {
		m.leave(decls, "its line is not in the file")
		return
	}
	place, top := m.page.head(at)
	found := m.tagsOf(decls, top, at)
	var missing []*facts.Decl
	for i, d := range decls {
		for n, line := range found[i] {
			m.slots = append(m.slots, slot{decl: d, line: line, exists: true, extra: n > 0})
			m.claimed[line] = true
		}
		if len(found[i]) == 0 {
			missing = append(missing, d)
		}
	}
	if len(missing) == 0 {
		return
	}
	if reason := m.unsafe(place, at, decls[0]); reason != "" {
		m.leave(missing, reason)
		return
	}
	for _, d := range missing {
		m.slots = append(m.slots, slot{decl: d, line: place})
	}
}

func (m *maker) leave(decls []*facts.Decl, reason string) {
	for _, d := range decls {
		m.Left = append(m.Left, fmt.Sprintf("line %d, %s: %s", d.Line, d.Name, reason))
	}
}

// tagsOf returns the lines of the tags above each declaration: those with its name and,
// if the line has only one declaration, those with its file and a name that the file no
// longer declares.
func (m *maker) tagsOf(decls []*facts.Decl, top, at int) [][]int {
	found := make([][]int, len(decls))
	for line := top; line < at; line++ {
		ref, ok := m.page.tag(line)
		if !ok || m.claimed[line] {
			continue
		}
		i := slices.IndexFunc(decls, func(d *facts.Decl) bool { return ref.Element == d.Name })
		if i < 0 {
			i = slices.IndexFunc(decls, func(d *facts.Decl) bool { return lastPart(ref.Element) == lastPart(d.Name) })
		}
		if i < 0 && len(decls) == 1 && !m.names[lastPart(ref.Element)] && sameFile(ref.Path, m.File) {
			i = 0
		}
		if i >= 0 {
			found[i] = append(found[i], line)
		}
	}
	return found
}

// sameFile reports whether a path refers to the file, with or without extension and
// leading folders.
func sameFile(path, file string) bool {
	bare := strings.TrimSuffix(file, file[max(strings.LastIndexByte(file, '.'), strings.LastIndexByte(file, '/')+1):])
	for _, full := range []string{file, bare} {
		if full == path || strings.HasSuffix(full, "/"+path) {
			return true
		}
	}
	return false
}

// unsafe returns the reason why no line can be inserted above a line, or "".
func (m *maker) unsafe(place, at int, first *facts.Decl) string {
	p := m.page
	if place > 0 && strings.HasSuffix(strings.TrimRight(p.line(place-1), "\r\n"), `\`) {
		return "the line above is continued"
	}
	for _, line := range []int{place, at} {
		if _, inside := p.spanAt(p.starts[line], false); inside {
			return "its line begins in a string or comment"
		}
	}
	name := strings.TrimLeft(lastPart(first.Name), "#")
	before, _, found := strings.Cut(p.codeOf(at), name)
	if !found { // a quoted or an implicit name
		if before, _, found = strings.Cut(p.line(at), name); !found {
			before = ""
		}
	}
	if strings.ContainsAny(before, ";}") || strings.Contains(before, "</") {
		return "other code precedes it on its line"
	}
	return ""
}

// write builds the new text. It computes the number of inserted lines first, because the tags
// contain the lines of the declarations in the new text.
func (m *maker) write() {
	slices.SortStableFunc(m.slots, func(a, b slot) int { return a.line - b.line })
	added := make([]int, len(m.page.starts)+1) // lines inserted up to and including each line
	for _, s := range m.slots {
		switch {
		case !s.exists:
			added[s.line]++
		case s.extra && m.opts.Force:
			added[s.line+1]--
		}
	}
	for i := 1; i < len(added); i++ {
		added[i] += added[i-1]
	}
	for _, s := range m.slots {
		m.add(s, s.decl.Line+added[s.decl.Line-1])
	}
	m.Text = m.apply()
	m.setLines()
}

// add plans one tag. line is the line of the declaration in the new text.
func (m *maker) add(s slot, line int) {
	current := coderef2.Ref{Type: coderef2.Designator(s.decl.Type), Path: m.File, Element: s.decl.Name, Line: line}
	t := Tag{ID: s.decl.ID, Action: Unchanged, Line: s.line}
	if !s.exists {
		t.Tag, t.Action = current.String(), Added
		m.edit(s.line, m.newLine(s, t.Tag), false)
		m.Tags = append(m.Tags, t)
		return
	}
	old, _ := m.page.tag(s.line)
	text := m.page.line(s.line)
	written := strings.TrimRight(text[strings.IndexByte(text, '@'):], " \t\r\n\u2028\u2029")
	t.Tag = written
	switch {
	case s.extra && m.opts.Force:
		t.Action = Removed
		m.edit(s.line, "", true)
	case m.opts.Force:
		current.Metadata = old.Metadata
		t.Tag = current.String()
	case m.opts.UpdateLines && old.Block == "" && (old.Line != line || old.LineEnd > 0):
		if old.LineEnd > 0 {
			old.LineEnd = line + s.decl.EndLine - s.decl.Line
		}
		if old.Line = line; old.String() != canonical(written) {
			t.Tag = old.String()
		}
	}
	if t.Tag != written {
		t.Action = Updated
		m.edit(s.line, strings.Replace(text, written, t.Tag, 1), true)
	}
	m.Tags = append(m.Tags, t)
}

func canonical(s string) string {
	ref, err := coderef2.Parse(s)
	if err != nil {
		return s
	}
	return ref.String()
}

// newLine returns the line of a new tag, with the indentation and line end of the line
// it precedes.
func (m *maker) newLine(s slot, ref string) string {
	next := m.page.line(s.line)
	indent := next[:len(next)-len(strings.TrimLeft(next, " \t"))]
	return indent + coderef2.LineComment(m.File) + " " + ref + m.page.lineEnd(s.line)
}

// lineEnd returns the line end of line i, or that of the line above if it has none.
func (p *page) lineEnd(i int) string {
	for ; i >= 0; i-- {
		line := p.line(i)
		if end := line[len(strings.TrimRight(line, "\r\n\u2028\u2029")):]; end != "" {
			return end
		}
	}
	return "\n"
}

// edit inserts a line before a line, or changes that line. Insertions before a changed
// line are kept.
func (m *maker) edit(line int, text string, drop bool) {
	i, found := slices.BinarySearchFunc(m.edits, line, func(e edit, line int) int { return e.line - line })
	if !found {
		m.edits = slices.Insert(m.edits, i, edit{line: line})
	}
	if text != "" {
		m.edits[i].insert = append(m.edits[i].insert, text)
	}
	m.edits[i].drop = m.edits[i].drop || drop
}

func (p *Plan) apply() string {
	var b strings.Builder
	done := 0
	for _, e := range p.edits {
		start := p.page.starts[e.line]
		b.WriteString(p.page.text[done:start])
		for _, line := range e.insert {
			b.WriteString(line)
		}
		if done = start; e.drop {
			done = p.page.end(e.line)
		}
	}
	b.WriteString(p.page.text[done:])
	return b.String()
}

// setLines converts the lines of tags to lines of the new text, from 1.
func (p *Plan) setLines() {
	shift, next := 0, 0
	taken := map[int]int{} // new tags before the same line
	for i := range p.Tags {
		t := &p.Tags[i]
		old := t.Line
		for next < len(p.edits) && p.edits[next].line < old {
			shift += len(p.edits[next].insert)
			if p.edits[next].drop {
				shift--
			}
			next++
		}
		t.Line = old + 1
		if t.Action != Removed {
			t.Line += shift + taken[old]
			taken[old]++
		}
	}
}

// check parses the new text: it must have the same declarations, on the lines in the
// tags, and equal the old text once inserted lines are removed.
func (m *maker) check(before []facts.Decl) error {
	after, _, err := index.Outline(m.File, m.Text, false)
	if err != nil {
		return err
	}
	if len(after) != len(before) {
		return errDifferent
	}
	shift := m.shifts()
	for i := range before {
		a, b := after[i].Element, before[i].Element
		if a.Type != b.Type || a.Name != b.Name || a.Exported != b.Exported || after[i].Parent != before[i].Parent ||
			a.Line != b.Line+shift(b.Line) || a.EndLine != b.EndLine+shift(b.EndLine) {
			return errDifferent
		}
	}
	page := newPage(m.File, m.Text)
	for _, t := range m.Tags {
		if t.Action == Removed {
			continue
		}
		if t.Line > len(page.starts) {
			return errDifferent
		}
		if _, ok := page.tag(t.Line - 1); !ok {
			return errDifferent
		}
	}
	return nil
}

// shifts returns a function that returns the number of lines by which a line of the old
// text moves. Lines count from 1.
func (p *Plan) shifts() func(line int) int {
	return func(line int) (by int) {
		for _, e := range p.edits {
			if e.line > line-1 {
				break
			}
			by += len(e.insert)
			if e.drop && (e.line < line-1 || len(e.insert) > 0) {
				by--
			}
		}
		return by
	}
}
