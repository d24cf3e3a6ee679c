// Command coderef-mcp is a stdio MCP server with code-intelligence tools for projects on this
// machine.
package main

import "os"

func main() { os.Exit(run(os.Args[1:], os.Stdin, protocolOutput(), os.Stderr)) }
