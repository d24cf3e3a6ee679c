// Package proto holds the .proto files of the contract, as they are written.
package proto

import "embed"

// Files holds every .proto file of the contract under its import path.
//
//go:embed coderef
var Files embed.FS
