package output

import (
	"fmt"
	"strconv"

	"github.com/spf13/cobra"
)

// Format is the value of the flag -o. It implements pflag.Value. [Format.AddFlag] sets the default, so the
// zero value is not valid.
type Format string

// The values of [Format].
const (
	FormatTable Format = "table"
	FormatJSON  Format = "json"
)

// String returns the value of the flag.
func (f *Format) String() string { return string(*f) }

// Type returns the name of the value in help texts.
func (f *Format) Type() string { return "table|json" }

// Set parses the flag's value.
func (f *Format) Set(s string) error {
	if *f = Format(s); *f != FormatTable && *f != FormatJSON {
		return fmt.Errorf("must be table or json, not %q", s)
	}
	return nil
}

// AddFlag adds -o, with the default table.
func (f *Format) AddFlag(cmd *cobra.Command) {
	*f = FormatTable
	cmd.Flags().VarP(f, "output", "o", "output format")
	// The only possible error is that the flag does not exist.
	_ = cmd.RegisterFlagCompletionFunc("output", cobra.FixedCompletions(
		[]cobra.Completion{string(FormatTable), string(FormatJSON)}, cobra.ShellCompDirectiveNoFileComp))
}

// AddJSONFlag adds --json, the earlier name of -o json, which help does not show. It is
// not deprecated by means of pflag, which would print a notice to standard output.
func (f *Format) AddJSONFlag(cmd *cobra.Command) {
	cmd.Flags().BoolFunc("json", "deprecated: the same as -o json", func(value string) error {
		asJSON, err := strconv.ParseBool(value)
		if err == nil && asJSON {
			*f = FormatJSON
		}
		return err
	})
	// The only possible error is that the flag does not exist.
	_ = cmd.Flags().MarkHidden("json")
}
