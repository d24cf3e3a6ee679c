package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// usageError reports an invalid command line.
type usageError struct{ err error }

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

func usagef(format string, args ...any) error { return &usageError{fmt.Errorf(format, args...)} }

// exactly returns a check for the number of words after the verb.
func exactly(low, high int, what string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) < low || len(args) > high {
			return usagef("expected %s, got %d words", what, len(args))
		}
		return nil
	}
}

// noSuchVerb rejects an unknown verb and suggests similar ones.
func noSuchVerb(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	hint := ""
	if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		hint = "; did you mean " + strings.Join(near, " or ") + "?"
	}
	return usagef("unknown command %q%s", args[0], hint)
}
