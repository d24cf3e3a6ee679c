package syntax

import (
	"go/ast"
	"go/token"
	"strconv"
)

// counts are the numbers of parameters and results of a function.
type counts struct{ parameters, results int }

// outsideMethods are the methods of the interfaces of the standard library through which it often
// calls methods of other packages.
var outsideMethods = map[string]counts{ //nolint:gochecknoglobals // never written
	"As": {1, 1}, "Close": {0, 1}, "Error": {0, 1}, "Flush": {0, 0}, "Format": {2, 0}, "GoString": {0, 1},
	"GobDecode": {1, 1}, "GobEncode": {0, 2}, "Is": {1, 1}, "Len": {0, 1}, "Less": {2, 1}, "Lock": {0, 0},
	"MarshalBinary": {0, 2}, "MarshalJSON": {0, 2}, "MarshalText": {0, 2}, "MarshalXML": {2, 1}, "Open": {1, 2},
	"Pop": {0, 1}, "Push": {1, 0}, "Read": {1, 2}, "ReadAt": {2, 2}, "ReadByte": {0, 2}, "ReadFrom": {1, 2},
	"RoundTrip": {1, 2}, "Scan": {1, 1}, "Seek": {2, 2}, "ServeHTTP": {2, 0}, "Set": {1, 1}, "String": {0, 1},
	"Swap": {2, 0}, "Unlock": {0, 0}, "UnmarshalBinary": {1, 1}, "UnmarshalJSON": {1, 1}, "UnmarshalText": {1, 1},
	"UnmarshalXML": {2, 1}, "Unwrap": {0, 1}, "Value": {0, 2}, "Write": {1, 2}, "WriteAt": {2, 2},
	"WriteString": {1, 2}, "WriteTo": {1, 2},
}

// IsCalledOutside reports whether code outside the project calls a function: init and main, and
// methods that have the name and the numbers of parameters and results of a common method of
// the standard library's interfaces.
func IsCalledOutside(d *ast.FuncDecl) bool {
	if d.Recv == nil {
		return (d.Name.Name == "init" || d.Name.Name == "main") && d.Type.Params.NumFields() == 0
	}
	want, ok := outsideMethods[d.Name.Name]
	return ok && want == counts{d.Type.Params.NumFields(), d.Type.Results.NumFields()}
}

// MethodByName returns the name in a call x.MethodByName("name"), or "*" for another argument;
// ok is false for other calls.
func MethodByName(n *ast.CallExpr) (name string, ok bool) {
	s, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr)
	if !ok || s.Sel.Name != "MethodByName" || len(n.Args) != 1 {
		return "", false
	}
	if literal, ok := n.Args[0].(*ast.BasicLit); ok && literal.Kind == token.STRING {
		if text, err := strconv.Unquote(literal.Value); err == nil {
			return text, true
		}
	}
	return "*", true
}
