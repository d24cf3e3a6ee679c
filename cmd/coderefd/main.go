// Command coderefd serves the tools of MCP servers over a typed gRPC contract.
// See coderefd help.
package main

import (
	"os"

	"github.com/coderef-system/coderefd/internal/cli"
)

// version is set by the linker.
var version string

// commit is set by the linker.
var commit string //nolint:gochecknoglobals // the linker can set nothing else

func main() { os.Exit(cli.Main(version, commit)) }
