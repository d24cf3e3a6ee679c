package facts

// Role is how a file uses a name. Roles combine.
type Role uint8

// The roles of a name in a file.
const (
	Called       Role = 1 << iota // in the place of a callee: f(), o.f(), new C(), <C/>, @d, o[f]()
	Imported                      // in an import or re-export
	Inherited                     // in a heritage clause, as the declared type of a constant, or of a member that Heritage may be about
	Mentioned                     // anywhere else
	Implementing                  // as the name of a method of a type that implements interfaces without naming them
)

// Alias says that what bears one name in a file may be known by another from
// there on: import { a as b }, const b = a, { b: a }, export default a. Of is
// the path of a file of the project where b is all of that file: import * as b.
type Alias struct {
	Name string // b
	Of   string // a
}

// Mentions is what a file mentions by name. It is found without types and so
// tells too much rather than too little: where resolved facts of a file relate
// it to a declaration, its Names have the last part of the declaration's name
// or one that Aliases, of this or other files, lead to from there. Where a member
// of a declaration is meant that is none itself, they have that member's name.
type Mentions struct {
	Names   map[string]Role // "*" is Imported where a file re-exports all of another
	Aliases []Alias
	// Modules are the files of the project that the file's module specifiers lead
	// to, distinct. One that ends in a slash stands for all files right in that
	// folder, "./" for those in the root. A specifier that leads to none of them
	// is listed by its last part, as [Unresolved].Module has it, and one that is
	// computed as "*".
	Modules []string
	// AnyCall is set when something is called by a key that is computed: it may
	// have any name.
	AnyCall bool
}

// Declared is what one file declares and mentions.
type Declared struct {
	Path     string
	Lines    int // 0 when nothing is known of the file but its name
	Decls    []Decl
	Members  map[int][]string // by declaration: members that are none themselves, see [Target].Member
	Mentions Mentions
	Warning  string // its first syntax error, or ""
}
