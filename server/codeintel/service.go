// Package codeintel implements coderef.codeintel.v1.CodeIntelService: one typed RPC
// for each coderef tool, one file for each RPC.
//
// An RPC converts its request to the arguments of the tool, runs the tool on the
// code-intelligence server like any other call, and converts the structured result
// to its response. A tool error becomes a status.
package codeintel

import (
	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	"github.com/coderef-system/coderefd/internal/method"
	"github.com/coderef-system/coderefd/server/internal/toolcall"
)

// Service implements coderef.codeintel.v1.CodeIntelService.
type Service struct {
	// Unsafe instead of Unimplemented, so that an RPC of the contract without a method
	// does not compile.
	codeintelv1.UnsafeCodeIntelServiceServer
	*toolcall.Runner
	methods *method.Table
	server  string
}

// New returns the service. server is the configured name of the server that has the tools. If it is empty,
// each tool's bare name selects the server.
func New(runner *toolcall.Runner, server string) *Service {
	return &Service{Runner: runner, methods: method.Read(), server: server}
}
