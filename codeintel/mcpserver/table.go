package mcpserver

import (
	"context"

	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/arguments"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/cli"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/native"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/tools"
)

// row is a tool and its handler for each engine. Rows are written without field names, so
// that a row without one of the handlers does not compile.
type row struct {
	definition tools.Definition
	native     func(*native.Tools, context.Context, arguments.Values, index.Progress) (any, error)
	cli        func(*cli.Tools, context.Context, arguments.Values, index.Progress) (any, error)
}

// table returns all tools. A test fails if a tool has no row.
func table() []row {
	return []row{
		{tools.Scan(), (*native.Tools).Scan, (*cli.Tools).Scan},
		{tools.Query(), (*native.Tools).Query, (*cli.Tools).Query},
		{tools.Impact(), (*native.Tools).Impact, (*cli.Tools).Impact},
		{tools.Complexity(), (*native.Tools).Complexity, (*cli.Tools).Complexity},
		{tools.Patterns(), (*native.Tools).Patterns, (*cli.Tools).Patterns},
		{tools.Coverage(), (*native.Tools).Coverage, (*cli.Tools).Coverage},
		{tools.Context(), (*native.Tools).Context, (*cli.Tools).Context},
		{tools.Validate(), (*native.Tools).Validate, (*cli.Tools).Validate},
		{tools.Drift(), (*native.Tools).Drift, (*cli.Tools).Drift},
		{tools.Tag(), (*native.Tools).Tag, (*cli.Tools).Tag},
		{tools.Diagram(), (*native.Tools).Diagram, (*cli.Tools).Diagram},
		{tools.Export(), (*native.Tools).Export, (*cli.Tools).Export},
	}
}
