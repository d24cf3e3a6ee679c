package tsgo

import (
	"github.com/microsoft/typescript-go/internal/ast"
	"github.com/microsoft/typescript-go/internal/core"
	"github.com/microsoft/typescript-go/internal/parser"
	"github.com/microsoft/typescript-go/internal/tspath"
)

// Parse parses one file on its own. The name decides the dialect.
func Parse(name, text string) *SourceFile {
	opts := ast.SourceFileParseOptions{
		FileName: name,
		Path:     tspath.ToPath(name, "/", true),
	}
	return parser.ParseSourceFile(opts, text, core.GetScriptKindFromFileName(name))
}
