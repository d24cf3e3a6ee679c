package golang

import (
	"crypto/sha256"
	"encoding/binary"
	"go/ast"
	"go/scanner"
	"go/token"
	"sort"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// tokens are those of a file, comments among them, in order.
type tokens []tokenAt

type tokenAt struct {
	start, end int
	kind       token.Token
	text       string
}

func scan(text string) tokens {
	fset := token.NewFileSet()
	f := fset.AddFile("", -1, len(text))
	var s scanner.Scanner
	s.Init(f, []byte(text), func(token.Position, string) {}, scanner.ScanComments)
	var out tokens
	for {
		pos, kind, lit := s.Scan()
		if kind == token.EOF {
			return out
		}
		start := f.Offset(pos)
		if lit == "" {
			lit = kind.String()
		}
		end := start + len(lit)
		if kind == token.SEMICOLON && lit == "\n" {
			end = start // made up
		}
		out = append(out, tokenAt{start, min(end, len(text)), kind, lit})
	}
}

// lines counts the lines of each kind. What follows the last line end is no line
// unless there is something.
func (t tokens) lines(text string) (code, comment, blank int) {
	starts := []int{0}
	for i := range len(text) {
		if text[i] == '\n' && i+1 < len(text) {
			starts = append(starts, i+1)
		}
	}
	if text == "" {
		return 0, 0, 0
	}
	kinds := make([]byte, len(starts))
	for _, tok := range t {
		if tok.end == tok.start {
			continue
		}
		kind := byte(2)
		if tok.kind == token.COMMENT {
			kind = 1
		}
		first := sort.SearchInts(starts, tok.start+1) - 1
		for l := first; l < len(starts) && starts[l] < tok.end; l++ {
			kinds[l] = max(kinds[l], kind)
		}
	}
	for _, kind := range kinds {
		switch kind {
		case 2:
			code++
		case 1:
			comment++
		default:
			blank++
		}
	}
	return code, comment, blank
}

// shape returns the digest of a body's tokens, see [facts.Body], and how many there
// are. A function that is a declaration of its own counts by its own shape.
func (i *inspector) shape(t *ast.FuncType, body *ast.BlockStmt, receiver *ast.FieldList) (facts.Digest, int) {
	names := newLocalNames(t, body, receiver)
	from, to := i.tree.offset(body.Pos()), i.tree.offset(body.End())
	inner := i.nested(body)
	var buffer []byte
	count, after := 0, token.ILLEGAL
	for n := sort.Search(len(i.tokens), func(n int) bool { return i.tokens[n].start >= from }); n < len(i.tokens); n++ {
		tok := &i.tokens[n]
		if tok.start >= to {
			break
		}
		if len(inner) > 0 && tok.start >= inner[0].from {
			buffer = append(append(buffer, 0xff), inner[0].shape[:]...)
			for n+1 < len(i.tokens) && i.tokens[n+1].start < inner[0].to {
				n++
			}
			inner = inner[1:]
			continue
		}
		if tok.kind == token.COMMENT || tok.kind == token.SEMICOLON { // which a line end is, too, in most places
			continue
		}
		count++
		buffer = binary.BigEndian.AppendUint16(buffer, uint16(tok.kind))
		if tok.kind == token.IDENT {
			if number, own := names.number(tok.text); own && after != token.PERIOD {
				buffer = binary.BigEndian.AppendUint32(append(buffer, 2), uint32(number))
			} else {
				buffer = append(append(append(buffer, 1), tok.text...), 0)
			}
		}
		after = tok.kind
	}
	sum := sha256.Sum256(buffer)
	return facts.Digest(sum[:len(facts.Digest{})]), count
}

// innerFunction is where a function stands that is a declaration of its own.
type innerFunction struct {
	from, to int
	shape    facts.Digest
}

func (i *inspector) nested(body *ast.BlockStmt) []innerFunction {
	var out []innerFunction
	ast.Inspect(body, func(n ast.Node) bool {
		f, ok := n.(*ast.FuncLit)
		if !ok {
			return true
		}
		if _, listed := i.tree.literals[f]; !listed {
			return true
		}
		shape, _ := i.shape(f.Type, f.Body, nil)
		out = append(out, innerFunction{i.tree.offset(f.Pos()), i.tree.offset(f.End()), shape})
		return false
	})
	return out
}

func (t *tree) offset(p token.Pos) int { return t.token.Offset(clamp(t.token, p)) }

// localNames numbers the names that a function declares: its parameters in their
// order, others as they occur.
type localNames struct {
	numbers map[string]int // -1 until it occurs
	next    int
}

func newLocalNames(t *ast.FuncType, body *ast.BlockStmt, receiver *ast.FieldList) *localNames {
	l := &localNames{numbers: map[string]int{}}
	for _, list := range []*ast.FieldList{receiver, t.TypeParams, t.Params, t.Results} {
		if list == nil {
			continue
		}
		for _, field := range list.List {
			for _, name := range field.Names {
				l.numbers[name.Name] = l.next
				l.next++
			}
		}
	}
	declare := func(e ast.Expr) {
		if name, ok := e.(*ast.Ident); ok {
			if _, known := l.numbers[name.Name]; !known {
				l.numbers[name.Name] = -1
			}
		}
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE {
				for _, left := range n.Lhs {
					declare(left)
				}
			}
		case *ast.RangeStmt:
			if n.Tok == token.DEFINE {
				declare(n.Key)
				declare(n.Value)
			}
		case *ast.ValueSpec:
			for _, name := range n.Names {
				declare(name)
			}
		case *ast.TypeSpec:
			declare(n.Name)
		case *ast.LabeledStmt:
			declare(n.Label)
		case *ast.FuncLit:
			for _, field := range n.Type.Params.List {
				for _, name := range field.Names {
					declare(name)
				}
			}
		}
		return true
	})
	return l
}

func (l *localNames) number(name string) (number int, own bool) {
	number, own = l.numbers[name]
	if own && number < 0 {
		number = l.next
		l.numbers[name] = number
		l.next++
	}
	return number, own
}

// importedNames returns import paths by the names they have in a file. What a
// package calls itself is guessed from its path.
func importedNames(f *ast.File) map[string]string {
	names := map[string]string{}
	for _, spec := range f.Imports {
		path := importPath(spec)
		name := path[strings.LastIndexByte(path, '/')+1:]
		if len(name) > 1 && name[0] == 'v' && strings.Trim(name[1:], "0123456789") == "" { // a major version
			rest := strings.TrimSuffix(path, "/"+name)
			name = rest[strings.LastIndexByte(rest, '/')+1:]
		}
		name, _, _ = strings.Cut(name, ".") // gopkg.in/yaml.v3
		if spec.Name != nil {
			name = spec.Name.Name
		}
		names[name] = path
	}
	return names
}
