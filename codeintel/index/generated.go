package index

import (
	"cmp"
	"path"
	"slices"

	"github.com/coderef-system/coderefd/codeintel/source"
)

// Generated contains the source files of a project that programs wrote, each with the sign by
// which it was recognized, one of the Generated constants of package source. A nil Generated is
// empty.
type Generated map[string]string

// Has reports whether a program wrote a file.
func (g Generated) Has(file string) bool { return g[file] != "" }

// Among returns the generated files in a list.
func (g Generated) Among(files []string) Generated {
	out := Generated{}
	for _, file := range files {
		if g.Has(file) {
			out[file] = g[file]
		}
	}
	return out
}

// GeneratedBySign counts the generated files that were recognized by the same sign.
type GeneratedBySign struct {
	Sign    string
	Files   int
	Example string // the first of the files by path
}

// BySign counts the files by sign, the most frequent sign first.
func (g Generated) BySign() []GeneratedBySign {
	at := map[string]*GeneratedBySign{}
	for file, sign := range g {
		c := at[sign]
		if c == nil {
			c = &GeneratedBySign{Sign: sign, Example: file}
			at[sign] = c
		}
		c.Files++
		c.Example = min(c.Example, file)
	}
	out := make([]GeneratedBySign, 0, len(at))
	for _, c := range at {
		out = append(out, *c)
	}
	slices.SortFunc(out, func(a, b GeneratedBySign) int { return cmp.Or(b.Files-a.Files, cmp.Compare(a.Sign, b.Sign)) })
	return out
}

// Generated returns the generated files among [Snapshot.Files]. The attribute linguist-generated
// in .gitattributes takes precedence over the name and the text of a file. The caller must not
// modify the result.
func (s *Snapshot) Generated() Generated {
	if s.generated != nil {
		return s.generated
	}
	var attributes source.Attributes
	for _, f := range s.project.tree.Files() {
		if isAttributes(f.Path) {
			if text, ok := s.Text(f.Path); ok {
				attributes.Add(f.Path, text)
			}
		}
	}
	s.generated = Generated{}
	for _, file := range s.Files() {
		sign := s.project.files[file].generated
		if stated, ok := attributes.Generated(file); ok {
			sign = ""
			if stated {
				sign = source.GeneratedAttribute
			}
		}
		if sign != "" {
			s.generated[file] = sign
		}
	}
	return s.generated
}

func isAttributes(file string) bool { return path.Base(file) == source.AttributesName }
