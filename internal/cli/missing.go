package cli

import (
	"fmt"
	"strings"

	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	"github.com/coderef-system/coderefd/internal/cli/output"
)

// warnMissing names the servers whose part of a list is missing or outdated. The
// warnings of the status have the cause.
func warnMissing(p *Program, what string, servers []*commonv1.UnavailableServer) {
	for _, s := range servers {
		reason := strings.ReplaceAll(output.Word(s.GetReason().String(), "ERROR_REASON_"), "_", " ")
		server, program := output.Clean(s.GetServer()), output.Clean(p.name())
		fmt.Fprintf(p.Stderr, "coderefd: %s of %s may be missing (%s); see: %s status\n", what, server, reason, program)
	}
}
