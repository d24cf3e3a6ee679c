package facts

// Signature is the part of a declaration other than its name and type.
type Signature struct {
	Docstring  string      `json:"docstring,omitempty"`  // without comment marks and common indentation
	Parameters []Parameter `json:"parameters,omitempty"` // in order, without the receiver
	Returns    string      `json:"returns,omitempty"`    // declared result type, as it is written
	Async      bool        `json:"async,omitempty"`
	Decorators []string    `json:"decorators,omitempty"` // decorators, annotations or attributes, without marks
}

// Parameter is one parameter of a function.
type Parameter struct {
	Name     string `json:"name"`           // of a destructured parameter, the pattern as written
	Type     string `json:"type,omitempty"` // as written
	Optional bool   `json:"optional,omitempty"`
	Rest     bool   `json:"rest,omitempty"` // takes any number of arguments
}
