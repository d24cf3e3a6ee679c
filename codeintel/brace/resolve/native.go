package resolve

import (
	"path"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/brace/syntax"
)

// Native are the [Rules] of C and C++.
func Native(p *Project) Resolver { return nativeResolver{p} }

// nativeResolver finds included files.
type nativeResolver struct{ *Project }

// Resolve implements [Resolver]: an include refers to a file in the folder of the file
// that includes it. The include folders of the build are unknown; other files of the
// project that match the path are candidates.
func (r nativeResolver) Resolve(from string, u *syntax.Use) Target {
	dir, _ := split(from)
	include := strings.ReplaceAll(u.Path, `\`, "/")
	if sibling := path.Join(dir, include); !u.System && r.sources[sibling] {
		return Target{file: sibling}
	}
	if found := r.endingIn(strings.TrimLeft(path.Clean("/"+include), "/")); len(found) > 0 {
		return ambiguous(found)
	}
	if u.System {
		return Target{external: include}
	}
	return Target{}
}
