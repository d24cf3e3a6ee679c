package tsgo

import (
	"github.com/microsoft/typescript-go/internal/ast"
	"github.com/microsoft/typescript-go/internal/core"
	"github.com/microsoft/typescript-go/internal/parser"
	"github.com/microsoft/typescript-go/internal/tspath"
)

// maxDepth is the largest allowed depth of a tree, in levels. The code after the parser
// recurses over the tree, and a stack overflow of one goroutine ends the whole process.
// Chains without brackets are deep, too: each call in a().b().c() adds levels.
const maxDepth = 150_000

// Parse parses one file without its imports. The name determines the dialect. Parse returns
// nil if the tree is deeper than maxDepth.
func Parse(name, text string) *SourceFile {
	opts := ast.SourceFileParseOptions{
		FileName: name,
		Path:     tspath.ToPath(name, "/", true),
	}
	return shallow(parser.ParseSourceFile(opts, text, core.GetScriptKindFromFileName(name)))
}

// shallow returns the file, or nil if its tree is deeper than maxDepth.
func shallow(f *ast.SourceFile) *ast.SourceFile {
	if f == nil || len(f.Text()) >= maxDepth && deeper(f.AsNode(), maxDepth) { // a level has at least one character
		return nil
	}
	return f
}

// deeper reports whether a tree has at least that many levels below its root.
func deeper(n *ast.Node, levels int) bool {
	return levels == 0 || n.ForEachChild(func(c *ast.Node) bool { return deeper(c, levels-1) })
}
