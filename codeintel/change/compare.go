package change

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/coderef2"
	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/index"
)

// Compare compares the versions of files. Files in no supported language have no elements. The
// error is that of ctx.
func Compare(ctx context.Context, files []File) (*Result, error) {
	r := &Result{Unread: map[string]string{}}
	c := &comparison{Result: r}
	for i := range files {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		f := &files[i]
		old, now := c.read(f.OldPath, f.Old), c.read(f.NewPath, f.New)
		if old != nil || now != nil {
			c.file(old, now)
		}
	}
	c.match()
	for _, d := range c.removed {
		r.Elements = append(r.Elements, Element{Kind: Removed, Old: &d.Element})
	}
	for _, d := range c.added {
		r.Elements = append(r.Elements, Element{Kind: Added, New: &d.Element})
	}
	slices.SortStableFunc(r.Elements, func(a, b Element) int {
		x, y := a.Current(), b.Current()
		return cmp.Or(
			cmp.Compare(x.File, y.File), cmp.Compare(order(&a), order(&b)), x.Line-y.Line, cmp.Compare(x.ID, y.ID),
		)
	})
	return r, nil
}

func order(e *Element) int {
	if e.Kind == Removed {
		return 0
	}
	return 1
}

// read returns the declarations of a version, or nil if there are none to compare.
func (c *comparison) read(path string, text *string) *version {
	if text == nil || path == "" || index.WordOf(path) == "" {
		return nil
	}
	decls, _, err := index.Outline(path, *text, false)
	if err != nil {
		c.Unread[path] = "cannot be parsed: " + err.Error()
		return nil
	}
	v := &version{path: path}
	lines := strings.Split(*text, "\n")
	owners := ownersOf(decls, len(lines))
	own := make([][]string, len(decls)+1) // the last one is for code outside all declarations
	for i, line := range lines {
		for _, d := range owners[i] {
			own[d] = append(own[d], line)
		}
		if len(owners[i]) == 0 {
			own[len(decls)] = append(own[len(decls)], line)
		}
	}
	for i := range decls {
		d := &decl{Decl: &decls[i], of: v, text: strings.Join(own[i], "\n")}
		if !index.IsTest(path) { // in a test, a comment can be the expected output
			d.text = v.significant(own[i])
		}
		v.decls = append(v.decls, d)
	}
	file := facts.Element{
		ID: coderef2.FormatFile(path), Type: facts.FileType, Name: path, File: path, Line: 1, EndLine: len(lines),
	}
	outside, imports := splitImports(own[len(decls)])
	v.decls = append(v.decls,
		&decl{Decl: &facts.Decl{Element: file, Parent: -1}, of: v, text: v.significant(outside)},
		&decl{of: v, text: v.significant(imports)})
	return v
}

// ownersOf returns the innermost declarations around each line, by index of the line. A line has
// several if declarations that do not contain each other share it.
func ownersOf(decls []facts.Decl, lines int) [][]int {
	owners := make([][]int, lines)
	for i := range decls {
		for line := max(decls[i].Line, 1); line <= min(decls[i].EndLine, lines); line++ {
			at := &owners[line-1]
			*at = slices.DeleteFunc(*at, func(o int) bool { return contains(&decls[o], &decls[i]) })
			if !slices.ContainsFunc(*at, func(o int) bool { return contains(&decls[i], &decls[o]) }) {
				*at = append(*at, i)
			}
		}
	}
	return owners
}

// contains reports whether a declaration has more lines than another one and all of its lines.
func contains(a, b *facts.Decl) bool {
	return a.Line <= b.Line && b.EndLine <= a.EndLine && a.EndLine-a.Line > b.EndLine-b.Line
}

// file compares two versions of a file. One of them may be nil.
func (c *comparison) file(old, now *version) {
	partners := map[*decl]*decl{}
	if old != nil && now != nil {
		partners = pair(old.named(), now.named())
		c.outside(old, now)
	}
	known := map[*decl]bool{}
	for before, after := range partners {
		known[before], known[after] = true, true
		if e := compare(before, after); e.Parts.Any() || e.Kind == Moved {
			c.Elements = append(c.Elements, e)
		}
	}
	c.removed, c.added = rest(c.removed, old, known), rest(c.added, now, known)
}

// outside compares the code outside all declarations, and the imports.
func (c *comparison) outside(old, now *version) {
	before, after := old.decls[len(old.decls)-2], now.decls[len(now.decls)-2]
	if before.text != after.text {
		c.Elements = append(c.Elements, Element{
			Kind: Modified, Old: &before.Element, New: &after.Element, Parts: Parts{Body: true},
		})
	}
	if old.decls[len(old.decls)-1].text != now.decls[len(now.decls)-1].text {
		c.Imports = append(c.Imports, now.path)
	}
}

func rest(to []*decl, v *version, known map[*decl]bool) []*decl {
	if v == nil {
		return to
	}
	for _, d := range v.named() {
		if !known[d] {
			to = append(to, d)
		}
	}
	return to
}

// pair pairs the declarations of two versions by type and name, then by name. Of several, the
// first ones belong together.
func pair(old, now []*decl) map[*decl]*decl {
	pairs, taken := map[*decl]*decl{}, map[*decl]bool{}
	for _, key := range []func(*decl) string{
		func(d *decl) string { return d.Type + " " + d.Name }, func(d *decl) string { return d.Name },
	} {
		free := map[string][]*decl{}
		for _, d := range now {
			if !taken[d] {
				free[key(d)] = append(free[key(d)], d)
			}
		}
		for _, d := range old {
			k := key(d)
			if pairs[d] == nil && len(free[k]) > 0 {
				pairs[d], taken[free[k][0]] = free[k][0], true
				free[k] = free[k][1:]
			}
		}
	}
	return pairs
}
