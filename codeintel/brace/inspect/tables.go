package inspect

import "github.com/coderef-system/coderefd/codeintel/brace/syntax"

// Patterns are the tables by which patterns are found in a language.
type Patterns struct {
	AttributeMark  string             // prefix of the name of an attribute in reports
	AsyncAttribute string             // the attribute of asynchronous functions
	Usages         map[string][]Usage // by name or keyword; the first that matches counts
	Globs          []Glob             // usages of names that are not in Usages

	ErrorTypes     []string  // globs of the base types of error types
	ErrorAttribute [2]string // an attribute, and the argument by which it marks an error type
	ResultType     string    // the generic type of results that may be errors
	Propagation    string    // the operator that returns an error to the caller

	Checks map[string]string    // words of assertions, and the token that must follow; "" for any
	Leaves map[string][2]string // words that leave a function, by word: the required next token, and the reported name

	Injection  Injection
	TestMacros map[string]bool // macros that define a test
	// OmitNamespaces leaves namespaces out of the names of tests.
	OmitNamespaces bool

	Routes Routes
}

// Usage is a use of a name or keyword that indicates a pattern. Conditions that are empty
// hold for every token.
type Usage struct {
	Kind string // of the pattern, as in package facts
	Name string // reported name, in which the name in the text replaces *; "" means "*"

	After    []string // the token before is one of these
	NotAfter []string // the token before is none of these
	Of       string   // the second token before the name is this one
	Call     bool     // a parenthesis follows the name and its type arguments
	Next     []string // the token after the name and its type arguments is one of these
	NextName bool     // the token after the name and its type arguments is a name
	Then     string   // the second token after the name and its type arguments is this one

	Argument bool // a single name is the first of several arguments, and is reported too
	Path     bool // the name is reported with its qualifiers
	Once     bool // only the first use in each declaration is reported
	Extent   bool // the reported lines extend to the end of the arguments
}

// Glob is a usage of the names that match a pattern: a prefix and a suffix around
// one *.
type Glob struct {
	Pattern string
	Usage
}

// Injection is the set of constructors that a container is assumed to call if a parameter
// has the type of a service.
type Injection uint8

// The kinds of injection. The zero value is none.
const (
	ManagedClasses Injection = iota + 1 // constructors of classes with an attribute of a container
	AllClasses                          // all constructors
)

// Routes describes how the frameworks of a language bind functions to HTTP routes.
type Routes struct {
	// PathOnly is set if an attribute without a verb is not itself a route, but gives the path of
	// an attribute with a verb on the same function.
	PathOnly bool
	// Absolute is set if a path that begins with / is not relative to the path of the class.
	Absolute bool
	// MethodArgument is the named argument of an attribute that contains the verb.
	MethodArgument string
	// Calls returns the routes, such as "GET /users", that a call binds. The callee is
	// token i, its parenthesis token open, and path its first argument if that is a
	// string, or "". Nil means that calls bind no routes.
	Calls func(f *syntax.File, i, open int, path string) []string
}
