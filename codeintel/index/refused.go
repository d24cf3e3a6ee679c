package index

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/source"
)

// maxNamedRefusals bounds the paths that a warning about refused paths names.
const maxNamedRefusals = 5

// Refused returns the files and folders that results depend on and that were not read, because
// reading them is unsafe or impossible: devices, pipes, sockets, broken links, files that are too
// large or outside of the roots. They are sorted by path; paths outside of the project are
// absolute.
func (s *Snapshot) Refused() []source.LeftOut {
	out := s.project.refusedFiles(func(string) bool { return true })
	for _, v := range s.project.views {
		for _, probes := range []*source.Probes{v.probes, v.resolved} {
			for _, r := range probes.Refusals() {
				r.Path = relativeTo(s.project.root, r.Path)
				out = append(out, r)
			}
		}
	}
	return sortedByPath(out)
}

// refusedFiles returns the refused paths of the tree that want accepts.
func (p *Project) refusedFiles(want func(path string) bool) []source.LeftOut {
	var out []source.LeftOut
	for _, left := range p.tree.LeftOut() {
		if source.Refused(left.Reason) && want(left.Path) {
			out = append(out, left)
		}
	}
	for _, f := range p.tree.Files() {
		if state := p.files[f.Path]; source.Refused(state.reason) && want(f.Path) {
			out = append(out, source.LeftOut{Path: f.Path, Reason: state.reason})
		}
	}
	return sortedByPath(out)
}

// sortedByPath sorts refusals and keeps the first of each path.
func sortedByPath(list []source.LeftOut) []source.LeftOut {
	slices.SortStableFunc(list, func(a, b source.LeftOut) int { return cmp.Compare(a.Path, b.Path) })
	return slices.CompactFunc(list, func(a, b source.LeftOut) bool { return a.Path == b.Path })
}

// refusalWarning returns a warning with the number of refused paths and the first of them, or no
// warning.
func refusalWarning(refused []source.LeftOut) []string {
	if len(refused) == 0 {
		return nil
	}
	var named []string
	for _, r := range refused[:min(len(refused), maxNamedRefusals)] {
		named = append(named, r.Path+" ("+r.Reason+")")
	}
	text := fmt.Sprintf("not read: %s", strings.Join(named, ", "))
	if more := len(refused) - len(named); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return []string{text}
}

// relativeTo returns a path below a folder relative to the folder, and any other path unchanged.
func relativeTo(root, path string) string {
	if rel, below := strings.CutPrefix(path, strings.TrimSuffix(root, "/")+"/"); below {
		return rel
	}
	return path
}
