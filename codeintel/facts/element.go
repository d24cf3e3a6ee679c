package facts

// The types of elements, in the vocabulary that the coderef tools share.
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
	// FileType is the type of the pseudo element that represents a whole file.
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

// Decl is one declaration of a file. Members and nested declarations follow their parent,
// unless the language allows them to precede it. Local variables that contain neither a
// function nor a class are not declarations.
type Decl struct {
	Element
	Parent int // index of the declaration that this one is a member of or nested in, or -1
	// TopLevel is set for declarations directly in the file, and directly in namespaces of C++
	// and C#, which correspond to the packages of other languages.
	TopLevel bool
	// Signature is set by outlines. It is nil if it would be empty, and in the declarations of
	// analyzers.
	Signature *Signature
	// ExportedAs are the names by which other files can import it, in languages whose files
	// export names. "default" may be one of them.
	ExportedAs []string
}
