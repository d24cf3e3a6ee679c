package cli

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// newAliases returns copies of verbs under the names that other command lines for MCP servers use.
// The copies are separate verbs, so that help and completion include them.
func newAliases(p *Program) []*cobra.Command {
	execute := alias("execute", newCall(p))
	execute.Flags().SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		if name == "params" { // users of "params" expect this verb
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
