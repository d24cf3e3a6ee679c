package mcpbridge

import (
	"io"

	"github.com/coderef-system/coderefd/mcpbridge/internal/guard"
)

// RunGuard is the body of the guard process that [Config.Guard] starts: it reads
// r, its standard input, to the end, which comes when the service ends in
// whatever way, and then kills the process groups of the children that are left.
// It ignores SIGINT, SIGTERM and SIGHUP in the whole process.
func RunGuard(r io.Reader) error { return guard.Run(r) }
