package tsgo

import (
	"github.com/microsoft/typescript-go/internal/ast"
	"github.com/microsoft/typescript-go/internal/core"
	"github.com/microsoft/typescript-go/internal/parser"
	"github.com/microsoft/typescript-go/internal/tspath"
)

// maxDepth bounds how deep a tree may be. What comes after the parser recurses
// over it, and a goroutine that outgrows its stack takes the whole process with
// it. Operators and calls nest without brackets: a().b().c() is as deep as long.
const maxDepth = 150_000

// Parse parses one file on its own. The name decides the dialect. It returns
// nil for a tree too deep to work with.
func Parse(name, text string) *SourceFile {
	opts := ast.SourceFileParseOptions{
		FileName: name,
		Path:     tspath.ToPath(name, "/", true),
	}
	return shallow(parser.ParseSourceFile(opts, text, core.GetScriptKindFromFileName(name)))
}

// shallow returns the file unless its tree is too deep.
func shallow(f *ast.SourceFile) *ast.SourceFile {
	if f == nil || len(f.Text()) >= maxDepth && deeper(f.AsNode(), maxDepth) { // a level takes a character
		return nil
	}
	return f
}

func deeper(n *ast.Node, levels int) bool {
	return levels == 0 || n.ForEachChild(func(c *ast.Node) bool { return deeper(c, levels-1) })
}
