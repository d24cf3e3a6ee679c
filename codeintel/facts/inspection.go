package facts

import (
	"encoding/hex"
	"iter"
	"slices"
)

// Inspection is the result of reading the text of one file without types. Decl
// fields are indices into Decls, or ModuleLevel.
type Inspection struct {
	Decls    []Decl    // as listed by [Language.Outline]
	Bodies   []Body    // of functions and methods, sorted by declaration
	Patterns []Pattern // sorted by line
	Tests    []Test    // sorted by line
	// Numbers of lines; a line with code and a comment is a code line.
	CodeLines, CommentLines, BlankLines int
}

// Sources yields the bodies of functions that are not tests: in some languages, a file
// contains both code and its tests.
func (of *Inspection) Sources() iter.Seq[*Body] {
	tests := map[int]bool{}
	for _, t := range of.Tests {
		tests[t.Decl] = true
	}
	for i := range of.Decls {
		s := of.Decls[i].Signature
		if s != nil && slices.Contains(s.Decorators, "cfg(test)") { // a test module in Rust
			tests[i] = true
		}
	}
	inTests := func(decl int) bool {
		for ; decl >= 0; decl = of.Decls[decl].Parent {
			if tests[decl] {
				return true
			}
		}
		return false
	}
	return func(yield func(*Body) bool) {
		for i := range of.Bodies {
			b := &of.Bodies[i]
			if b.Decl >= 0 && b.Decl < len(of.Decls) && !inTests(b.Decl) && !yield(b) {
				return
			}
		}
	}
}

// Body contains the size and complexity of a function body. Nested functions that are
// declarations themselves do not count.
type Body struct {
	Decl       int
	Lines      int // from the first line of the declaration to its last
	Cyclomatic int // 1 + decisions: if, loop, case, catch, ?:, &&, ||, ?? (McCabe)
	Cognitive  int // G. Ann Campbell, Cognitive Complexity (SonarSource, 2017)
	Nesting    int // maximal nesting of control structures; 0 without any
	Parameters int
	// Shape is equal for bodies that differ only in comments, spacing, the names of local
	// declarations, and the values of literals.
	Shape  Digest
	Tokens int // number of tokens in the body
}

// Test is one test case.
type Test struct {
	Name          string // with the names of the suites around it, joined by " > "
	Decl          int    // the declaration that is the test or contains it
	Line, EndLine int
}

// Pattern is one occurrence of a code pattern.
type Pattern struct {
	Kind          string // one of the Pattern constants
	Name          string // the variant: "try/catch", "useEffect", "GET /users/:id"
	Decl          int    // the declaration that is or contains the place
	Line, EndLine int
}

// The kinds of patterns that can be found in the text of a single file.
const (
	PatternHandler   = "handler"              // functions that handle events, requests or messages
	PatternDecorator = "decorator"            // decorators, annotations, attributes
	PatternErrors    = "error_handling"       // try/catch, .catch(), except, if err != nil, Result and ?
	PatternGuard     = "guard_clause"         // an early return, throw or continue at the start of a body
	PatternAsync     = "async"                // async functions, combined promises, goroutines, channels, tasks
	PatternInjection = "dependency_injection" // constructor parameters that are stored, providers, containers
	PatternRoute     = "route"                // HTTP routes: app.get("/x"), @Get(), @app.route, mux.HandleFunc
	PatternReact     = "react"                // components, hooks and their uses, context, memo, portals
	PatternTest      = "test"                 // test cases, fixtures, mocks
)

// Shapes returns the shapes of bodies in hexadecimal, by the ids of their declarations.
func (of *Inspection) Shapes() map[string]string {
	shapes := make(map[string]string, len(of.Bodies))
	for i := range of.Bodies {
		b := &of.Bodies[i]
		if b.Decl >= 0 && b.Decl < len(of.Decls) && b.Shape != (Digest{}) {
			shapes[of.Decls[b.Decl].ID] = hex.EncodeToString(b.Shape[:])
		}
	}
	return shapes
}
