package score

import (
	"cmp"
	"slices"

	"github.com/coderef-system/coderefd/codeintel/oracle/mcpclient"
	"github.com/coderef-system/coderefd/codeintel/oracle/truth"
)

// Difference is a declaration that only one side has.
type Difference struct {
	truth.Declaration
	Missing bool   // true if only the oracle has it, false if only the engine has it
	Cause   string // how the other side differs
}

// Declarations compares the declarations of the oracle with those of a scan by file,
// line, kind and name. It returns the number of identical ones, and the differences.
func Declarations(want []truth.Declaration, got []mcpclient.Element) (same int, differences []Difference) {
	unmatched := map[string][]mcpclient.Element{} // by file
	for _, e := range got {
		unmatched[e.File] = append(unmatched[e.File], e)
	}
	for _, d := range want {
		in := unmatched[d.File]
		i := slices.IndexFunc(in, func(e mcpclient.Element) bool { return IsElement(e, d) })
		if i < 0 {
			differences = append(differences, Difference{Declaration: d, Missing: true})
			continue
		}
		same++
		unmatched[d.File] = slices.Delete(in, i, i+1)
	}
	for _, left := range unmatched {
		for _, e := range left {
			differences = append(differences, Difference{
				Declaration: truth.Declaration{
					File: e.File, Line: e.Line, Kind: e.Type, Name: e.Name, Exported: e.Exported,
				},
			})
		}
	}
	explain(differences)
	slices.SortStableFunc(differences, func(a, b Difference) int {
		return cmp.Or(
			cmp.Compare(a.File, b.File), a.Line-b.Line, cmp.Compare(a.Name, b.Name), cmp.Compare(a.Kind, b.Kind),
		)
	})
	return same, differences
}

// IsElement reports whether an element of a scan is this declaration. The oracles do
// not recognize React components: they list a component as a function, class or constant.
func IsElement(e mcpclient.Element, d truth.Declaration) bool {
	return e.File == d.File && e.Line == d.Line && e.Name == d.Name &&
		(e.Type == d.Kind || e.Type == "component" && d.Component)
}

// explain sets the cause of each difference: the other side has the same name on
// another line or as another kind, or does not have it.
func explain(differences []Difference) {
	for i := range differences {
		d := &differences[i]
		d.Cause = "only the engine lists it"
		if d.Missing {
			d.Cause = "only the oracle lists it"
		}
		for _, o := range differences {
			if o.Missing == d.Missing || o.File != d.File || o.Name != d.Name {
				continue
			}
			switch {
			case o.Line != d.Line:
				d.Cause = "on another line"
			case o.Kind != d.Kind:
				d.Cause = "as another kind"
			}
		}
	}
}
