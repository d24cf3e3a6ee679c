package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"github.com/coderef-system/coderefd/internal/app"
)

// format is the value of -o.
type format string

const (
	formatTable format = "table"
	formatJSON  format = "json"
)

// String, Set and Type implement pflag.Value.
func (f *format) String() string { return string(*f) }

// Type returns the name of the value in help texts.
func (f *format) Type() string { return "table|json" }

// Set parses the flag's value.
func (f *format) Set(s string) error {
	if *f = format(s); *f != formatTable && *f != formatJSON {
		return fmt.Errorf("must be table or json, not %q", s)
	}
	return nil
}

// addFlags adds -o.
func (f *format) addFlags(cmd *cobra.Command) {
	*f = formatTable
	cmd.Flags().VarP(f, "output", "o", "output format")
	// The only possible error is that the flag does not exist.
	_ = cmd.RegisterFlagCompletionFunc("output", cobra.FixedCompletions(
		[]cobra.Completion{string(formatTable), string(formatJSON)}, cobra.ShellCompDirectiveNoFileComp))
}

// addJSONFlag adds --json, the earlier name of -o json, which help does not show. It is
// not deprecated by means of pflag, which would print a notice to standard output.
func (f *format) addJSONFlag(cmd *cobra.Command) {
	cmd.Flags().BoolFunc("json", "deprecated: the same as -o json", func(value string) error {
		asJSON, err := strconv.ParseBool(value)
		if err == nil && asJSON {
			*f = formatJSON
		}
		return err
	})
	// The only possible error is that the flag does not exist.
	_ = cmd.Flags().MarkHidden("json")
}

// printTable prints rows in columns under a heading. It prints nothing if there are no rows.
func printTable(w io.Writer, heading []string, rows [][]string) error {
	if len(rows) == 0 {
		return nil
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, row := range append([][]string{heading}, rows...) {
		line := strings.Join(row, "\t")
		fmt.Fprintln(t, strings.TrimRight(line, "\t "))
	}
	return t.Flush()
}

// printProto prints a message as JSON with proto field names, one field per line.
func printProto(w io.Writer, m proto.Message) error {
	text, err := protoJSON(m)
	if err != nil {
		return err
	}
	return printJSON(w, text)
}

// printList prints messages as a JSON array.
func printList[M proto.Message](w io.Writer, messages []M) error {
	list := make([]json.RawMessage, len(messages))
	for i, m := range messages {
		text, err := protoJSON(m)
		if err != nil {
			return err
		}
		list[i] = text
	}
	text, err := json.Marshal(list)
	if err != nil {
		return err
	}
	return printJSON(w, text)
}

func protoJSON(m proto.Message) (json.RawMessage, error) {
	return protojson.MarshalOptions{UseProtoNames: true, EmitUnpopulated: true}.Marshal(m)
}

// printJSON prints indented JSON. Numbers are not changed.
func printJSON(w io.Writer, text []byte) error {
	var b bytes.Buffer
	if err := json.Indent(&b, text, "", "  "); err != nil {
		return fmt.Errorf("not JSON: %w", err)
	}
	return printExact(w, b.Bytes())
}

// printExact prints JSON byte for byte. On a terminal, control characters are escaped, which does not change
// the JSON value.
func printExact(w io.Writer, text []byte) error {
	if app.IsTerminal(w) {
		text = []byte(clean(string(text)))
	}
	_, err := fmt.Fprintf(w, "%s\n", text)
	return err
}

// count returns a number with its noun. The plural of the noun ends in s.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// wrap breaks a text into lines at spaces. A longer word gets a line of its own.
func wrap(s string, width int) []string {
	lines := []string{""}
	for _, word := range strings.Fields(s) {
		last := &lines[len(lines)-1]
		switch {
		case *last == "":
			*last = word
		case utf8.RuneCountInString(*last)+1+utf8.RuneCountInString(word) <= width:
			*last += " " + word
		default:
			lines = append(lines, word)
		}
	}
	return lines
}

// wrapLast wraps the last cell of each row and distributes it over as many rows as necessary.
func wrapLast(rows [][]string, width int) [][]string {
	var out [][]string
	for _, row := range rows {
		last := len(row) - 1
		for i, line := range wrap(row[last], width) {
			next := make([]string, len(row))
			if i == 0 {
				copy(next, row)
			}
			next[last] = line
			out = append(out, next)
		}
	}
	return out
}

// oneLine returns the first sentence of a text, cleaned and cut.
func oneLine(s string, limit int) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), "\n")
	if sentence, _, ok := strings.Cut(s, ". "); ok {
		s = sentence
	}
	s = clean(strings.TrimSuffix(strings.TrimSpace(s), "."))
	if runes := []rune(s); len(runes) > limit {
		s = strings.TrimSpace(string(runes[:limit-1])) + "…"
	}
	return s
}

// clean makes text of other origin safe for a terminal. Control characters could move the cursor, and
// bidirectional controls could change the visible order of text. They are escaped, except line ends and tabs.
func clean(s string) string {
	var b strings.Builder
	for _, r := range strings.ToValidUTF8(s, "\uFFFD") {
		switch {
		case r == '\n' || r == '\t':
			b.WriteRune(r)
		case unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}
