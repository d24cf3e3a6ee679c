package facts

// The types an element can have, in the vocabulary the coderef tools share.
const (
	Function  = "function"
	Class     = "class"
	Method    = "method"
	Interface = "interface"
	TypeAlias = "type"
	Enum      = "enum"
	Constant  = "constant"
	Variable  = "variable"
	Component = "component"
	Hook      = "hook"
	Property  = "property"  // a field of a class, interface or struct
	Namespace = "namespace" // a namespace or inner module
	// FileType is the type of the pseudo element that stands for a whole file.
	FileType = "file"
)

// Element is one declaration that a reference can name.
type Element struct {
	ID       string `json:"id"`
	Type     string `json:"type"`
	Name     string `json:"name"`
	File     string `json:"file"`
	Line     int    `json:"line"`
	EndLine  int    `json:"end_line"`
	Exported bool   `json:"exported"`
}

// Decl is one declaration of a file. Members, and what is declared in the body of
// a function, follow what they belong to, unless the language lets them stand
// before it. Local variables that contain neither a function nor a class are not declarations.
type Decl struct {
	Element
	Parent   int  // index of the declaration this one is a member of or nested in, or -1
	TopLevel bool // declared directly in the file, or in namespaces of C++ and C#, which are what packages are elsewhere: no member, not in a body
	// Signature is set by outlines; nil if it would be empty, and in the declarations of
	// analyzers.
	Signature *Signature
	// ExportedAs are the names by which other files can import it, where files
	// export names: "default" among them.
	ExportedAs []string
}
