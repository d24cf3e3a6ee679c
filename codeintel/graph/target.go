package graph

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/coderef2"
)

// ErrSyntax is wrapped when a target is a malformed reference.
var ErrSyntax = coderef2.ErrSyntax

// maxCandidates bounds how many elements a failed lookup names.
const maxCandidates = 20

// LookupError reports a target that is not exactly one element.
type LookupError struct {
	Target     string
	Ambiguous  bool     // several elements match; if false, none does
	Folder     bool     // the target is a folder, and the matches are its files
	Candidates []string // ids of the matches, or of elements with a similar name; at most 20
	Total      int      // number of candidates, including those beyond the bound
}

func (e *LookupError) Error() string {
	if e.Folder {
		return fmt.Sprintf("%q is a folder of %d files", e.Target, e.Total)
	}
	if e.Ambiguous {
		return fmt.Sprintf("%q matches %d elements", e.Target, e.Total)
	}
	return fmt.Sprintf("no element matches %q", e.Target)
}

// Find returns the node that a target names: an id or any other form of reference, file#name, a
// file's path, Class#method, Class.method or a bare name. The error is a [LookupError] if the
// target does not match exactly one element. It wraps [ErrSyntax] if the target is a malformed
// reference.
func (g *Graph) Find(target string) (Node, error) {
	if n, ok := g.byID[target]; ok && g.alive(n) {
		return n, nil
	}
	if strings.HasPrefix(target, "@") {
		ref, err := coderef2.Parse(target)
		if err == nil {
			return g.findRef(target, ref)
		}
		if !errors.Is(err, coderef2.ErrSyntax) || g.fileNamed(target) == none && !strings.Contains(target, "#") {
			return none, err
		}
	}
	file := g.fileNamed(target)
	if file != none && (g.fileAt(target) != nil || strings.Contains(target, "/")) {
		return file, nil
	}
	if left, right, ok := strings.Cut(target, "#"); ok {
		if f := g.fileNamed(left); f != none {
			return g.pick(target, right, g.nodes[f].file.elements)
		}
		return g.pick(target, left+"."+right, g.bearing(left+"."+right)) // Class#method
	}
	n, err := g.pick(target, target, g.bearing(target))
	var lookup *LookupError
	if file != none && errors.As(err, &lookup) && !lookup.Ambiguous {
		return file, nil // no element has this name, but one file has it without its extension
	}
	if err != nil {
		if in := g.FilesIn(target); len(in) > 0 {
			return none, g.folder(target, in)
		}
	}
	return n, err
}

// FilesIn returns the files in a folder and its subfolders, sorted by path. It returns none if
// there is no such folder. The root is ".".
func (g *Graph) FilesIn(folder string) []Node {
	prefix := strings.TrimPrefix(path.Clean("/"+folder)+"/", "/")
	if prefix == "/" {
		prefix = ""
	}
	var nodes []Node
	for _, f := range g.sorted() {
		if strings.HasPrefix(f.path, prefix) {
			nodes = append(nodes, f.node)
		}
	}
	return nodes
}

// folder returns the error for a target that is a folder.
func (g *Graph) folder(target string, files []Node) *LookupError {
	e := &LookupError{Target: target, Ambiguous: true, Folder: true, Total: len(files)}
	for _, n := range files[:min(len(files), maxCandidates)] {
		e.Candidates = append(e.Candidates, g.Element(n).ID)
	}
	return e
}

// findRef returns the node of a reference. The extension of its path may be missing. Its type
// is only a hint, because the published lists of designators disagree.
func (g *Graph) findRef(target string, ref coderef2.Ref) (Node, error) {
	file := g.fileNamed(ref.Path)
	if file == none {
		return none, g.notFound(target, cmp.Or(ref.Element, ref.Path))
	}
	if ref.Element == "" {
		return file, nil
	}
	nodes := g.nodes[file].file.elements
	if exact := g.ofType(nodes, ref); len(exact) > 0 {
		nodes = exact
	}
	if ref.Line > 0 {
		var at []Node
		for _, n := range g.named(nodes, ref.Element) {
			if g.Element(n).Line == ref.Line {
				at = append(at, n)
			}
		}
		if len(at) == 1 {
			return at[0], nil // otherwise the line is outdated, and only the name counts
		}
	}
	return g.pick(target, ref.Element, nodes)
}

// ofType returns the elements with the name and the type designator of a reference.
func (g *Graph) ofType(nodes []Node, ref coderef2.Ref) []Node {
	var out []Node
	for _, n := range g.named(nodes, ref.Element) {
		if coderef2.Designator(g.Element(n).Type) == ref.Type {
			out = append(out, n)
		}
	}
	return out
}

// fileNamed returns the file with a path, or none. The path may begin with ./ or /. It may
// lack the extension if only one file matches then.
func (g *Graph) fileNamed(name string) Node {
	name = strings.TrimPrefix(path.Clean("/"+strings.ReplaceAll(name, `\`, "/")), "/")
	if f := g.fileAt(name); f != nil {
		return f.node
	}
	found := none
	for _, f := range g.sorted() {
		if strings.TrimSuffix(f.path, path.Ext(f.path)) != name {
			continue
		}
		if found != none {
			return none
		}
		found = f.node
	}
	return found
}

// bearing returns the elements whose names have the same last part, sorted by place.
func (g *Graph) bearing(name string) []Node {
	id, ok := g.names.ids[lastPart(strings.ReplaceAll(name, "#", "."))]
	if !ok {
		return nil
	}
	nodes := slices.Clone(g.byName[id])
	g.byPlace(nodes)
	return nodes
}

// named returns the elements whose full name is name. If there are none, it returns the
// elements whose full name ends in name.
func (g *Graph) named(nodes []Node, name string) []Node {
	var whole, last []Node
	for _, n := range nodes {
		switch full := g.Element(n).Name; {
		case full == name:
			whole = append(whole, n)
		case strings.HasSuffix(full, "."+name):
			last = append(last, n)
		}
	}
	if len(whole) > 0 {
		return whole
	}
	return last
}

// pick returns the only node in nodes with the given name (see named). If there is not exactly
// one, the error about target lists the matches or the elements with similar names.
func (g *Graph) pick(target, name string, nodes []Node) (Node, error) {
	name = strings.ReplaceAll(name, "#", ".")
	matches := g.named(nodes, name)
	switch len(matches) {
	case 1:
		return matches[0], nil
	case 0:
		return none, g.notFound(target, name)
	}
	e := &LookupError{Target: target, Ambiguous: true, Total: len(matches)}
	for _, n := range matches[:min(len(matches), maxCandidates)] {
		e.Candidates = append(e.Candidates, g.Element(n).ID)
	}
	return none, e
}

// notFound returns an error that lists the elements and files with the most similar names.
func (g *Graph) notFound(target, name string) *LookupError {
	type candidate struct {
		id       string
		distance int
	}
	var near []candidate
	name = strings.ToLower(name)
	consider := func(n Node, full string) {
		if d, ok := similarity(name, strings.ToLower(full)); ok {
			near = append(near, candidate{g.Element(n).ID, d})
		}
	}
	for _, f := range g.sorted() {
		consider(f.node, f.path)
	}
	for _, f := range g.sorted() {
		for _, n := range f.elements {
			consider(n, g.Element(n).Name)
		}
	}
	slices.SortStableFunc(near, func(a, b candidate) int { return a.distance - b.distance })
	e := &LookupError{Target: target, Total: len(near)}
	for _, c := range near[:min(len(near), maxCandidates)] {
		e.Candidates = append(e.Candidates, c.id)
	}
	return e
}

// similarity compares a sought name with an existing full name and with its last part. A
// smaller result means more similar; false means not similar.
func similarity(sought, name string) (int, bool) {
	best := -1
	last := name[strings.LastIndexAny(name, "./")+1:]
	for _, s := range []string{name, last} {
		d := -1
		if limit := min(max(len(sought)/3, 2), len(sought)-1); absInt(len(s)-len(sought)) <= limit {
			if e := coderef2.Distance(sought, s); e <= limit {
				d = e
			}
		}
		if d < 0 && len(sought) >= 3 && strings.Contains(s, sought) {
			d = len(s)
		}
		if d >= 0 && (best < 0 || d < best) {
			best = d
		}
	}
	return best, best >= 0
}

func absInt(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
