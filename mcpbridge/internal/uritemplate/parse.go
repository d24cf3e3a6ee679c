package uritemplate

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

// Bounds of a template, far above real use.
const (
	maxBytes     = 4096
	maxVariables = 64 // occurrences
	// maxPrefix is the largest prefix: "max-length = %x31-39 0*3DIGIT".
	maxPrefix = 9999
)

var (
	errTooLong  = fmt.Errorf("is longer than %d bytes", maxBytes)
	errTooMany  = fmt.Errorf("uses variables more than %d times", maxVariables)
	errEncoding = errors.New("is not valid UTF-8")
	errOpen     = errors.New("contains a { without a }")
	errClose    = errors.New("contains a } without a {")
)

// Parse reads a template. Its error is a phrase that follows "the template".
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
		expression, next, closed := strings.Cut(after, "}")
		if !closed {
			return nil, errOpen
		}
		if err := t.expression(expression); err != nil {
			return nil, err
		}
		rest = next
	}
	var err error
	t.match, err = regexp.Compile(t.pattern())
	return t, err
}

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
				return errors.New("contains a % without two hexadecimal digits")
			}
			b.WriteByte('%')
		case r <= ' ' || r == 0x7f || strings.ContainsRune("\"<>\\^`|", r):
			return fmt.Errorf("contains the character %q, which is not allowed in a URI", r)
		case r < utf8.RuneSelf:
			b.WriteRune(r)
		default:
			encode(&b, r)
		}
	}
	t.parts = append(t.parts, part{literal: b.String()})
	return nil
}

// expression adds the expression between two braces.
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
			return fmt.Errorf("contains {%s}, which does not begin with an operator or a variable name", text)
		}
		text = text[1:]
	}
	for item := range strings.SplitSeq(text, ",") {
		v, err := parseSpec(item)
		if err != nil {
			return err
		}
		p.variables = append(p.variables, v)
		t.addVariable(v.name, !p.operator.query())
	}
	if t.uses += len(p.variables); t.uses > maxVariables {
		return errTooMany
	}
	t.parts = append(t.parts, p)
	return nil
}

// addVariable records a variable.
func (t *Template) addVariable(name string, required bool) {
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
	bad := fmt.Errorf("contains %q instead of a variable name", item)
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
