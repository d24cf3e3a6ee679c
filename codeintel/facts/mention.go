package facts

// Role is a bit set of the ways in which a file uses a name.
type Role uint8

// The roles of a name in a file.
const (
	Called   Role = 1 << iota // as a callee: f(), o.f(), new C(), <C/>, @d, o[f]()
	Imported                  // in an import or re-export
	// Inherited is a use in a heritage clause, as the declared type of a constant, or as the
	// declared type of a member that may be in Heritage.
	Inherited
	Mentioned    // anywhere else
	Passed       // as a value that code at other places may call: f(o, g), [g], return g
	Implementing // as the name of a method of a type that implements interfaces without naming them
)

// Alias records that a file may use a declaration under another name: `import { a as b }`,
// `const b = a`, `{ b: a }`, `export default a`. For `import * as b`, Of is the path of the
// imported file of the project.
type Alias struct {
	Name string // b
	Of   string // a
}

// Mentions are the names that a file uses. They are found without types and may contain more
// names than the resolved facts need, but never fewer: if a resolved fact relates the file to
// a declaration, Names contains the last part of the declaration's name or an alias of it, by
// the Aliases of this or other files. If the target is a member that is not a declaration,
// Names contains the name of the member.
type Mentions struct {
	Names   map[string]Role // "*" is Imported if the file re-exports all names of another file
	Aliases []Alias
	// Modules are the files of the project that the file's module specifiers lead to, without
	// duplicates. A name that ends in a slash represents all files directly in that folder;
	// "./" is the root. A specifier that does not lead to a file of the project is listed by
	// its last part, as in [Unresolved].Module. A computed specifier is "*".
	Modules []string
	// AnyCall is set if the file calls a member by a computed key, which may have any name.
	AnyCall bool
}

// Declared contains the declarations and mentions of one file.
type Declared struct {
	Path     string
	Lines    int // 0 if only the name of the file is known
	Decls    []Decl
	Members  map[int][]string // by declaration: members that are not declarations, see [Target].Member
	Mentions Mentions
	Warning  string // the first syntax error, or ""
}
