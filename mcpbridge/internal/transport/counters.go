package transport

import (
	"sync/atomic"

	"github.com/coderef-system/coderefd/mcpbridge/internal/jsonrpc"
)

// Counters count events on the connections of one upstream. A transport leaves those
// that do not apply to it at zero.
type Counters struct {
	jsonrpc.Counters
	StderrLines atomic.Uint64
}
