package facts

import (
	"encoding/hex"
	"iter"
	"slices"
)

// Inspection is the result of reading the text of one file without types. Decl
// fields are indices into Decls, or ModuleLevel.
type Inspection struct {
	Decls    []Decl    // what [Language.Outline] lists
	Bodies   []Body    // of functions and methods, by declaration
	Patterns []Pattern // by line
	Tests    []Test    // by line
	// Lines of the file; a line with code and a comment is one of code.
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
		if s := of.Decls[i].Signature; s != nil && slices.Contains(s.Decorators, "cfg(test)") { // Rust's modules of tests
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

// Body is how large and how complex the body of a function is, without the
// functions nested in it that are declarations of their own.
type Body struct {
	Decl       int
	Lines      int // from the first line of the declaration to its last
	Cyclomatic int // 1 + decisions: if, loop, case, catch, ?:, &&, ||, ?? (McCabe)
	Cognitive  int // G. Ann Campbell, Cognitive Complexity (SonarSource, 2017)
	Nesting    int // deepest nesting of control structures; 0 has none
	Parameters int
	// Shape is equal for bodies of the same tokens, but for comments, spacing, the
	// names of what they declare themselves and the values of literals.
	Shape  Digest
	Tokens int // how many there are in the body
}

// Test is one test case.
type Test struct {
	Name          string // with the names of the suites around it, joined by " > "
	Decl          int    // the declaration that is the test or contains it
	Line, EndLine int
}

// Pattern is one place where a known way of writing code is used.
type Pattern struct {
	Kind          string // one of the Pattern constants
	Name          string // what it is there: "try/catch", "useEffect", "GET /users/:id"
	Decl          int    // the declaration that is or contains the place
	Line, EndLine int
}

// The kinds of patterns that the text of a file shows.
const (
	PatternHandler   = "handler"              // functions that answer events, requests or messages
	PatternDecorator = "decorator"            // decorators, annotations, attributes
	PatternErrors    = "error_handling"       // try/catch, .catch(), except, if err != nil, Result and ?
	PatternGuard     = "guard_clause"         // an early return, throw or continue at the start of a body
	PatternAsync     = "async"                // async functions, promises combined, goroutines, channels, tasks
	PatternInjection = "dependency_injection" // constructor parameters kept, providers, containers
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
