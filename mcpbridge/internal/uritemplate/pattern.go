package uritemplate

import (
	"fmt"
	"regexp"
	"strings"
)

// Patterns of one octet of an expanded value.
const (
	octet         = `[A-Za-z0-9._~-]|%[0-9A-Fa-f]{2}`
	reservedOctet = octet + `|[:/?#\[\]@!$&'()*+,;=]`
)

// pattern returns the regular expression of the URIs that the template expands to.
func (t *Template) pattern() string {
	var b strings.Builder
	b.WriteString(`\A`)
	for _, p := range t.parts {
		b.WriteString(regexp.QuoteMeta(p.literal))
		if len(p.variables) > 0 {
			p.pattern(&b)
		}
	}
	b.WriteString(`\z`)
	return b.String()
}

// pattern writes the regular expression of an expression: as many items as it has variables,
// or any number of them if they have names or one is exploded. It does not repeat the names
// for each item, because its size would be quadratic in the template's.
func (p *part) pattern(b *strings.Builder) {
	o := p.operator
	one := octet + "|," // a comma joins the items of a list
	if o.reserved {
		one = reservedOctet
	}
	item := fmt.Sprintf("(?:%s)*", one)
	more := fmt.Sprintf("{0,%d}", len(p.variables)-1)
	var names []string
	for _, v := range p.variables {
		names = append(names, regexp.QuoteMeta(v.name))
		if v.explode { // the members of a map have their own names
			more, names = "*", append(names, fmt.Sprintf("(?:%s)+", octet))
		}
	}
	if o.named {
		if len(names) > 1 {
			more = "*"
		}
		item = fmt.Sprintf("(?:%s)(?:=%s)?", strings.Join(names, "|"), item)
	}
	fmt.Fprintf(b, "(?:%s%s(?:%s%s)%s)?", regexp.QuoteMeta(o.first), item, regexp.QuoteMeta(o.sep), item, more)
}
