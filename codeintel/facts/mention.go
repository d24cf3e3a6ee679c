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

// Alias records that a declaration with one name in a file may be used under another
// name: import { a as b }, const b = a, { b: a }, export default a. Of is
// the path of a file of the project where b is all of that file: import * as b.
type Alias struct {
	Name string // b
	Of   string // a
}

// Mentions are the names that a file uses. They are found without types and so contain too
// many names rather than too few: where resolved facts of a file relate
// it to a declaration, its Names have the last part of the declaration's name
// or one that Aliases, of this or other files, lead to from there. Where the target is a
// member that is not a declaration itself, they contain the name of that member.
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
	Lines    int // 0 when only the name of the file is known
	Decls    []Decl
	Members  map[int][]string // by declaration: members that are not declarations themselves, see [Target].Member
	Mentions Mentions
	Warning  string // its first syntax error, or ""
}
