package toolcall

import "github.com/coderef-system/coderefd/mcpbridge"

// Call is a call whose tool exists and whose arguments are valid.
type Call struct {
	mcpbridge.Call
	// Repeatable means that running the tool again is safe.
	Repeatable bool
}
