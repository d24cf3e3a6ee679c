package uritemplate

import "regexp"

// Template is a parsed template. It is safe for concurrent use.
type Template struct {
	parts     []part
	variables []Variable
	uses      int // of variables
	match     *regexp.Regexp
}

// Variable is a variable of a template.
type Variable struct {
	Name string
	// Required means that the variable is outside a query. RFC 6570 allows any variable
	// to be undefined, but a URI without a variable outside its query names another
	// resource.
	Required bool
}

// part is a literal, encoded as in a URI, or an expression.
type part struct {
	literal   string
	operator  operator
	variables []spec
}

// spec is a variable in an expression with its modifier.
type spec struct {
	name    string
	prefix  int // number of characters of the value to use; 0: all
	explode bool
}

// Variables returns the variables in the order in which they first appear.
func (t *Template) Variables() []Variable { return t.variables }

// Match reports whether the template can expand to the URI with some values, including
// lists and maps. It checks neither the length of a prefix, because only the server knows
// how many characters the octets of a URI are, nor how often the name of a variable occurs.
func (t *Template) Match(uri string) bool { return t.match.MatchString(uri) }

// operator is a row of the table in appendix A of RFC 6570.
type operator struct {
	sign, first, sep string
	// named: the name of the variable precedes its value; ifEmpty follows the name if the
	// value is empty.
	named   bool
	ifEmpty string
	// reserved: reserved characters and triplets of a value are not encoded.
	reserved bool
}

func operators() []operator {
	return []operator{
		{sep: ","},
		{sign: "+", sep: ",", reserved: true},
		{sign: "#", first: "#", sep: ",", reserved: true},
		{sign: ".", first: ".", sep: "."},
		{sign: "/", first: "/", sep: "/"},
		{sign: ";", first: ";", sep: ";", named: true},
		{sign: "?", first: "?", sep: "&", named: true, ifEmpty: "="},
		{sign: "&", first: "&", sep: "&", named: true, ifEmpty: "="},
	}
}

func (o operator) query() bool { return o.sign == "?" || o.sign == "&" }
