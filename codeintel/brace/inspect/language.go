package inspect

import (
	"github.com/coderef-system/coderefd/codeintel/brace/lex"
	"github.com/coderef-system/coderefd/codeintel/brace/syntax"
)

// Language describes a language to the inspection. It is read-only and shared by all
// files of the language.
type Language struct {
	Name     string // as universal-ctags spells it, in lower case
	Grammar  *syntax.Grammar
	Flow     Flow
	Patterns Patterns
}

// Flow describes how control flows in a language, in addition to the words in
// [syntax.Grammar]. Nil functions report false or 0 for every token.
type Flow struct {
	Arms        bool     // => separates the pattern of an arm from its result
	Bare        bool     // conditions need no parentheses
	Let         bool     // let declares variables and may have an else
	Bindings    bool     // a lower-case name as the pattern of an arm matches everything
	CaseArrow   bool     // -> may follow the label of a case
	LambdaArrow string   // the operator before the body of a lambda, "" for none
	ExitLabel   lex.Kind // the kind of the label of a break or continue

	// Ternary reports whether the ? at token i begins a conditional expression.
	Ternary func(f *syntax.File, i int) bool
	// Reference reports whether the && at token i is not the logical operator.
	Reference func(f *syntax.File, i int) bool
	// Closure reports whether the | or || at token i begins the parameters of a closure.
	Closure func(f *syntax.File, i int) bool
	// NotLoop reports whether the for at token i is not the keyword of a loop.
	NotLoop func(f *syntax.File, i int) bool
	// Lambda returns the first token of the body of the lambda whose [ is token i, or 0.
	Lambda func(f *syntax.File, i, hi int) int
	// Functions maps words that may begin an anonymous function or class to a function
	// that returns the first token of its body, or 0. The word is token i.
	Functions map[string]func(f *syntax.File, i, hi int) int
}

// Patterns are the tables by which patterns are found in a language.
type Patterns struct {
	AttributeMark  string             // what precedes the name of an attribute in reports
	AsyncAttribute string             // the attribute of asynchronous functions
	Usages         map[string][]Usage // by name or keyword; the first that matches counts
	Globs          []Glob             // usages of names that are not in Usages

	ErrorTypes     []string  // globs of the base types of error types
	ErrorAttribute [2]string // an attribute, and the argument by which it marks an error type
	ResultType     string    // the generic type of results that may be errors
	Propagation    string    // the operator that returns an error to the caller

	Checks map[string]string    // words of assertions, and the token that must follow; "" for any
	Leaves map[string][2]string // words that leave a function: the next token, and the reported name

	Injection  Injection
	TestMacros map[string]bool // macros that define a test
	// OmitNamespaces leaves namespaces out of the names of tests.
	OmitNamespaces bool

	Routes Routes
}

// Injection is the set of constructors that a container is assumed to call, of those
// whose parameters have the types of services.
type Injection uint8

// The kinds of injection. The zero value is none.
const (
	ManagedClasses Injection = iota + 1 // constructors of classes with an attribute of a container
	AllClasses                          // all constructors
)

// Routes describes how a language binds functions to routes of HTTP.
type Routes struct {
	// PathOnly is set if an attribute without a verb only adds the path to one with a
	// verb on the same function.
	PathOnly bool
	// Absolute is set if a path that begins with / is not relative to that of the class.
	Absolute bool
	// MethodArgument is the named argument of an attribute that contains the verb.
	MethodArgument string
	// Calls returns the routes, such as "GET /users", that a call binds. The callee is
	// token i, its parenthesis token open, and path its first argument if that is a
	// string, or "". Nil means that calls bind no routes.
	Calls func(f *syntax.File, i, open int, path string) []string
}
