package cli

import (
	"github.com/spf13/cobra"

	"github.com/coderef-system/coderefd/internal/app"
)

// guardVerb is the verb with which the service starts its guard.
const guardVerb = "guard"

// newGuard returns the verb of the guard, the process that kills the child processes after the service has
// exited. It is not for users.
func newGuard() *cobra.Command {
	return &cobra.Command{
		Use:    guardVerb,
		Hidden: true,
		Args:   exactly(0, 0, "no words after guard"),
		RunE:   func(cmd *cobra.Command, _ []string) error { return app.RunGuard(cmd.InOrStdin()) },
	}
}
