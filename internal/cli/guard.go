package cli

import (
	"github.com/spf13/cobra"

	"github.com/coderef-system/coderefd/internal/app"
)

// guardVerb is how the service starts its guard.
const guardVerb = "guard"

// newGuard returns the verb of the process that ends the children when the
// service is gone. People have no use for it.
func newGuard() *cobra.Command {
	return &cobra.Command{
		Use:    guardVerb,
		Hidden: true,
		Args:   exactly(0, 0, "no words after guard"),
		RunE:   func(cmd *cobra.Command, _ []string) error { return app.RunGuard(cmd.InOrStdin()) },
	}
}
