package uritemplate

import (
	"strings"
	"unicode/utf8"
)

// operator is a row of the table in appendix A of RFC 6570.
type operator struct {
	sign, first, sep string
	// named: the name of the variable comes before its value; ifEmpty follows the
	// name of an empty one.
	named   bool
	ifEmpty string
	// reserved: reserved characters and triplets of a value stay as they are.
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

// Expand puts values in place of the variables. A variable without a value is
// undefined: it stands nowhere in the URI.
func (t *Template) Expand(values map[string]string) string {
	var b strings.Builder
	for _, p := range t.parts {
		b.WriteString(p.literal)
		begin := p.operator.first
		for _, v := range p.variables {
			value, defined := values[v.name]
			if !defined {
				continue
			}
			b.WriteString(begin)
			begin = p.operator.sep
			p.operator.expand(&b, v, value)
		}
	}
	return b.String()
}

func (o operator) expand(b *strings.Builder, v spec, value string) {
	if o.named {
		b.WriteString(v.name)
		if value == "" {
			b.WriteString(o.ifEmpty)
			return
		}
		b.WriteByte('=')
	}
	value = v.cut(value)
	for i, r := range value {
		switch {
		case isUnreserved(r), o.reserved && isReserved(r), o.reserved && r == '%' && isTriplet(value[i:]):
			b.WriteRune(r)
		default:
			encode(b, r)
		}
	}
}

// cut returns the characters of a value that are used.
func (v spec) cut(value string) string {
	if v.prefix == 0 {
		return value
	}
	n := 0
	for i := range value {
		if n == v.prefix {
			return value[:i]
		}
		n++
	}
	return value
}

// encode writes a character as percent-encoded UTF-8.
func encode(b *strings.Builder, r rune) {
	const digits = "0123456789ABCDEF"
	var buf [utf8.UTFMax]byte
	for _, c := range buf[:utf8.EncodeRune(buf[:], r)] {
		b.Write([]byte{'%', digits[c>>4], digits[c&15]})
	}
}

func isUnreserved(r rune) bool {
	return r < utf8.RuneSelf && (isNameByte(byte(r)) || r == '-' || r == '.' || r == '~')
}

func isReserved(r rune) bool { return strings.ContainsRune(":/?#[]@!$&'()*+,;=", r) }

func isTriplet(s string) bool {
	return len(s) >= 3 && s[0] == '%' && isHex(s[1]) && isHex(s[2])
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}
