package brace

import (
	"sort"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// inspector reads a scanned file more closely.
type inspector struct {
	*scan
	out facts.Inspection
	in  []int32 // by token: the innermost function it is in the body of, or -1
}

// Inspect implements [facts.Language].
func (l *language) Inspect(path, text string) (*facts.Inspection, error) {
	s, err := l.scan(path, text, false)
	if err != nil {
		return &facts.Inspection{}, err
	}
	return s.inspect(), nil
}

func (s *scan) inspect() *facts.Inspection {
	in := inspector{scan: s}
	in.out.Decls = s.result()
	in.locate()
	for d := range s.decls {
		if at := &s.decls[d]; at.body >= 0 {
			in.out.Bodies = append(in.out.Bodies, in.body(d))
		}
	}
	in.patterns()
	in.lines()
	sort.SliceStable(in.out.Patterns, func(a, b int) bool { return in.out.Patterns[a].Line < in.out.Patterns[b].Line })
	sort.SliceStable(in.out.Tests, func(a, b int) bool { return in.out.Tests[a].Line < in.out.Tests[b].Line })
	return &in.out
}

// locate notes what each token stands in. Declarations that are nested follow what
// they are nested in, so that the innermost comes last; members that stand apart
// overlap with nothing.
func (in *inspector) locate() {
	in.in = make([]int32, len(in.tokens))
	for i := range in.in {
		in.in[i] = facts.ModuleLevel
	}
	type span struct{ from, to, decl int }
	spans := make([]span, 0, len(in.decls))
	for d := range in.decls {
		if at := &in.decls[d]; at.name >= 0 && at.to > at.from {
			spans = append(spans, span{at.from, at.to, d})
		}
	}
	sort.SliceStable(spans, func(a, b int) bool { return spans[a].from < spans[b].from })
	var open []span
	for i := range in.tokens {
		for len(open) > 0 && open[len(open)-1].to <= i {
			open = open[:len(open)-1]
		}
		for len(spans) > 0 && spans[0].from <= i {
			if len(open) == 0 || spans[0].to <= open[len(open)-1].to {
				open = append(open, spans[0])
			}
			spans = spans[1:]
		}
		if len(open) > 0 {
			in.in[i] = int32(open[len(open)-1].decl)
		}
	}
}

// body measures the body of a declaration.
func (in *inspector) body(d int) facts.Body {
	at := &in.decls[d]
	m := meter{inspector: in, decl: d}
	m.measure(in.bodyTokens(d))
	return facts.Body{
		Decl: d, Lines: at.EndLine - at.Line + 1, Cyclomatic: m.cyclomatic + 1, Cognitive: m.cognitive,
		Nesting: m.deepest, Parameters: at.count, Shape: in.shape(d), Tokens: m.tokensSeen,
	}
}

// own returns the first token from i on, or hi, that belongs to a declaration itself,
// not to one that is nested in its body and measured on its own.
func (in *inspector) own(i, hi, decl int) int {
	for i < hi {
		d := int(in.in[i])
		if d == decl || d >= 0 && in.decls[d].body < 0 {
			return i
		}
		if i++; d >= 0 {
			i = max(i, in.decls[d].to)
		}
	}
	return hi
}

// bodyTokens returns the tokens of a body, with the braces around it.
func (in *inspector) bodyTokens(d int) (from, to int) {
	from, to = in.decls[d].body, in.decls[d].end
	if in.is(from-1, "{") {
		from--
		if in.is(to, "}") {
			to++
		}
	}
	return from, to
}

// lines counts lines by what stands in them.
func (in *inspector) lines() {
	text, next := in.text, 0
	if text == "" {
		return
	}
	for n := range in.scan.lines {
		at, end := int(in.scan.lines[n]), len(text)
		if n+1 < len(in.scan.lines) {
			end = int(in.scan.lines[n+1])
		}
		if strings.TrimSpace(text[at:end]) == "" {
			in.out.BlankLines++
			continue
		}
		code := false
		for at < end && !code {
			for next < len(in.comments) && int(in.comments[next].end) <= at {
				next++
			}
			switch c := text[at]; {
			case next < len(in.comments) && int(in.comments[next].start) <= at:
				at = int(in.comments[next].end)
			case c <= ' ':
				at++
			default:
				code = true
			}
		}
		if code {
			in.out.CodeLines++
		} else {
			in.out.CommentLines++
		}
	}
}
