package uritemplate

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

// Bounds of a template: far beyond honest use.
const (
	maxBytes     = 4096
	maxVariables = 64 // uses of them
	// maxPrefix is the largest prefix: "max-length = %x31-39 0*3DIGIT".
	maxPrefix = 9999
)

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
	// Required says that the variable stands outside a query. RFC 6570 lets any
	// variable be undefined; only that of a query can be left out without making
	// another resource of the URI.
	Required bool
}

// part is a literal, already as it stands in a URI, or an expression.
type part struct {
	literal   string
	operator  operator
	variables []spec
}

// spec is a variable in an expression with its modifier.
type spec struct {
	name    string
	prefix  int // characters of the value to use; 0: all
	explode bool
}

var (
	errTooLong  = fmt.Errorf("is longer than %d bytes", maxBytes)
	errTooMany  = fmt.Errorf("uses variables more than %d times", maxVariables)
	errEncoding = errors.New("is not valid UTF-8")
	errOpen     = errors.New("has a { without a }")
	errClose    = errors.New("has a } without a {")
)

// Parse reads a template. The error says what is wrong with it, as in "the
// template ...".
func Parse(text string) (*Template, error) {
	switch {
	case len(text) > maxBytes:
		return nil, errTooLong
	case !utf8.ValidString(text):
		return nil, errEncoding
	}
	t := new(Template)
	for rest := text; rest != ""; {
		literal, after, open := strings.Cut(rest, "{")
		if err := t.literal(literal); err != nil {
			return nil, err
		}
		if !open {
			break
		}
		expression, behind, closed := strings.Cut(after, "}")
		if !closed {
			return nil, errOpen
		}
		if err := t.expression(expression); err != nil {
			return nil, err
		}
		rest = behind
	}
	var err error
	t.match, err = regexp.Compile(t.pattern())
	return t, err
}

// Variables returns the variables in the order in which they first appear.
func (t *Template) Variables() []Variable { return t.variables }

// literal adds a literal. "If the literal character is [not] allowed anywhere in
// the URI syntax", it is percent-encoded.
func (t *Template) literal(text string) error {
	if text == "" {
		return nil
	}
	var b strings.Builder
	for i, r := range text {
		switch {
		case r == '}':
			return errClose
		case r == '%':
			if !isTriplet(text[i:]) {
				return errors.New("has a % without two hexadecimal digits")
			}
			b.WriteByte('%')
		case r <= ' ' || r == 0x7f || strings.ContainsRune("\"<>\\^`|", r):
			return fmt.Errorf("has the character %q, which no URI has", r)
		case r < utf8.RuneSelf:
			b.WriteRune(r)
		default:
			encode(&b, r)
		}
	}
	t.parts = append(t.parts, part{literal: b.String()})
	return nil
}

// expression adds what stood between braces.
func (t *Template) expression(text string) error {
	p := part{operator: operators()[0]}
	if text != "" && !isNameByte(text[0]) && text[0] != '%' {
		found := false
		for _, op := range operators()[1:] {
			if text[:1] == op.sign {
				p.operator, found = op, true
			}
		}
		if !found {
			return fmt.Errorf("has the expression {%s}, which begins with no operator or name", text)
		}
		text = text[1:]
	}
	for item := range strings.SplitSeq(text, ",") {
		v, err := parseSpec(item)
		if err != nil {
			return err
		}
		p.variables = append(p.variables, v)
		t.know(v.name, !p.operator.query())
	}
	if t.uses += len(p.variables); t.uses > maxVariables {
		return errTooMany
	}
	t.parts = append(t.parts, p)
	return nil
}

// know notes a variable.
func (t *Template) know(name string, required bool) {
	for i := range t.variables {
		if t.variables[i].Name == name {
			t.variables[i].Required = t.variables[i].Required || required
			return
		}
	}
	t.variables = append(t.variables, Variable{Name: name, Required: required})
}

// parseSpec reads name, name* or name:length.
func parseSpec(item string) (spec, error) {
	v := spec{}
	bad := fmt.Errorf("has %q where the name of a variable has to stand", item)
	if name, length, ok := strings.Cut(item, ":"); ok {
		for _, c := range []byte(length) {
			if c < '0' || c > '9' || v.prefix > maxPrefix {
				return v, bad
			}
			v.prefix = 10*v.prefix + int(c-'0')
		}
		if v.prefix == 0 || v.prefix > maxPrefix {
			return v, bad
		}
		item = name
	} else {
		item, v.explode = strings.CutSuffix(item, "*")
	}
	if !isName(item) {
		return v, bad
	}
	v.name = item
	return v, nil
}

// isName checks varname = varchar *( ["."] varchar ), where varchar may be a
// percent-encoded triplet.
func isName(s string) bool {
	dot := true
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '.' && !dot:
			dot = true
			continue
		case c == '%' && isTriplet(s[i:]):
			i += 2
		case !isNameByte(c):
			return false
		}
		dot = false
	}
	return !dot
}

func isNameByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}
