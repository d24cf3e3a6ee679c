package cli

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// newAliases returns verbs under a second name, by which other command lines for MCP
// servers have them. They are verbs of their own, so that help and completion know
// them.
func newAliases(p *Program) []*cobra.Command {
	execute := alias("execute", newCall(p))
	execute.Flags().SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		if name == "params" { // what goes with that name
			name = "args"
		}
		return pflag.NormalizedName(name)
	})
	return []*cobra.Command{alias("list", newTools(p)), execute, alias("server", newServe(p))}
}

func alias(name string, verb *cobra.Command) *cobra.Command {
	original, words, _ := strings.Cut(verb.Use, " ")
	verb.Use = strings.TrimSpace(name + " " + words)
	verb.Short = "The same as " + original
	return verb
}
