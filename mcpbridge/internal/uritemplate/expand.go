package uritemplate

import "strings"

// Expand replaces the variables by values. A variable without a value is undefined: it does
// not occur in the URI.
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

// cut returns the part of a value that the prefix modifier selects.
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
