package uritemplate

import (
	"fmt"
	"regexp"
	"strings"
)

// Match reports whether the template has values, lists and maps among them, that
// make it the URI. Not counted is the length of a prefix, since how many characters
// the octets of a URI are is for its server to say, and how often the name of a
// variable stands where it may stand at all.
func (t *Template) Match(uri string) bool { return t.match.MatchString(uri) }

// What one octet of an expanded value looks like.
const (
	octet         = `[A-Za-z0-9._~-]|%[0-9A-Fa-f]{2}`
	reservedOctet = octet + `|[:/?#\[\]@!$&'()*+,;=]`
)

// pattern is the regular expression of the URIs that the template expands to.
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

// pattern writes what an expression may become: up to as many items as it has
// variables, any number of them if they have names or one is exploded. Names are
// not written once for every item: that would be the template's length squared.
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
		if v.explode { // the members of a map have names of their own
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
