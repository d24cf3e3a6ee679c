package scip_test

import (
	"fmt"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/coderef-system/coderefd/codeintel/export/scip"
)

// TestEncode compares the fields of an index, by the numbers of scip.proto.
func TestEncode(t *testing.T) {
	x := &scip.Index{
		Tool: "t", Root: "file:///p",
		Documents: []scip.Document{{
			Path: "a.ts", Language: "TypeScript",
			Occurrences: []scip.Occurrence{
				{
					Range: scip.Range{StartLine: 1, StartCharacter: 2, EndLine: 1, EndCharacter: 300}, Symbol: "s",
					Roles:     scip.Definition | scip.Test,
					Enclosing: scip.Range{StartLine: 1, EndLine: 4, EndCharacter: 1},
				},
				{Range: scip.Range{}, Symbol: "f"},
			},
			Symbols: []scip.SymbolInformation{{
				Symbol: "s", DisplayName: "S", Kind: scip.Class, Enclosing: "e",
				Relationships: []scip.Relationship{{Symbol: "b"}, {Symbol: "c", Reference: true}},
			}},
		}},
		External: []scip.SymbolInformation{{Symbol: "x"}},
	}
	got := dump(x.Encode(), map[string]string{
		"1": "message", "1/2": "message", "2": "message", "2/2": "message", "2/2/1": "packed", "2/2/7": "packed",
		"2/3": "message", "2/3/4": "message", "3": "message",
	}, "")
	want := `1/2/1 "t"; 1/3 "file:///p"; 1/4 1; 2/1 "a.ts"; 2/2/1 [1 2 300]; 2/2/2 "s"; 2/2/3 33; 2/2/7 [1 0 4 1]; ` +
		`2/2/1 [0 0 0]; 2/2/2 "f"; 2/3/1 "s"; 2/3/4/1 "b"; 2/3/4/3 1; 2/3/4/1 "c"; 2/3/4/2 1; 2/3/4/3 1; 2/3/5 7; ` +
		`2/3/6 "S"; 2/3/8 "e"; 2/4 "TypeScript"; 2/6 2; 3/1 "x"; `
	if got != want {
		t.Errorf("Encode\n got %s\nwant %s", got, want)
	}
}

// dump lists the fields of a message with their paths. kinds are those that are not strings.
func dump(b []byte, kinds map[string]string, prefix string) string {
	var out strings.Builder
	for len(b) > 0 {
		number, kind, n := protowire.ConsumeTag(b)
		b = b[n:]
		path := prefix + fmt.Sprint(number)
		if kind == protowire.VarintType {
			v, n := protowire.ConsumeVarint(b)
			b = b[n:]
			fmt.Fprintf(&out, "%s %d; ", path, v)
			continue
		}
		v, n := protowire.ConsumeBytes(b)
		b = b[n:]
		switch kinds[path] {
		case "message":
			out.WriteString(dump(v, kinds, path+"/"))
		case "packed":
			var numbers []uint64
			for len(v) > 0 {
				x, n := protowire.ConsumeVarint(v)
				numbers, v = append(numbers, x), v[n:]
			}
			fmt.Fprintf(&out, "%s %v; ", path, numbers)
		default:
			fmt.Fprintf(&out, "%s %q; ", path, v)
		}
	}
	return out.String()
}

func TestFormatSymbol(t *testing.T) {
	for _, test := range []struct {
		name string
		pkg  scip.Package
		path []scip.Descriptor
		want string
	}{
		{"no package", scip.Package{}, []scip.Descriptor{{Name: "a", Suffix: scip.TermSuffix}}, "coderef . . . a."},
		{
			"spaces in the package",
			scip.Package{Manager: "npm", Name: "my pkg", Version: "1 0"},
			[]scip.Descriptor{{Name: "A", Suffix: scip.TypeSuffix}},
			"coderef npm my  pkg 1  0 A#",
		},
		{
			"all suffixes",
			scip.Package{},
			[]scip.Descriptor{{Name: "n"}, {Name: "T", Suffix: scip.TypeSuffix}, {Name: "m", Suffix: scip.MethodSuffix}},
			"coderef . . . n/T#m().",
		},
		{
			"other characters",
			scip.Package{},
			[]scip.Descriptor{{Name: "a.ts"}, {Name: "é`x", Suffix: scip.TermSuffix}, {Suffix: scip.TermSuffix}},
			"coderef . . . `a.ts`/`é``x`.``.",
		},
		{
			"duplicates",
			scip.Package{},
			[]scip.Descriptor{{Name: "T", Suffix: scip.TypeSuffix, Duplicate: 1}, {Name: "m", Suffix: scip.MethodSuffix, Duplicate: 2}},
			"coderef . . . T+1#m(+2).",
		},
	} {
		if got := scip.FormatSymbol(test.pkg, test.path...); got != test.want {
			t.Errorf("%s: FormatSymbol = %q, want %q", test.name, got, test.want)
		}
	}
}
