package server_test

import (
	"fmt"
	"maps"
	"os"
	"regexp"
	"strings"
	"sync"

	"google.golang.org/genproto/googleapis/rpc/code"
)

// errorTable is docs/errors.md: the rows of its table of reasons, and the values of the metadata key stage.
type errorTable struct {
	rows   map[string]errorRow
	stages map[string]bool
}

type errorRow struct {
	codes, metadata map[string]bool
	// details maps the name of a message to whether every status of the reason has it.
	details map[string]bool
}

// anyReason is the metadata key that docs/errors.md documents for every reason, in its list of keys.
const anyReason = "attempts"

func readErrorsDoc() (string, error) {
	text, err := os.ReadFile("../docs/errors.md")
	return string(text), err
}

var readErrorTable = sync.OnceValues(func() (errorTable, error) {
	text, err := readErrorsDoc()
	if err != nil {
		return errorTable{}, err
	}
	text, _, _ = strings.Cut(text, "\n## ")
	table := errorTable{rows: make(map[string]errorRow)}
	row := regexp.MustCompile("(?m)^\\| `([A-Z_]+)` \\|([^|]*)\\|([^|]*)\\|([^|]*)\\|")
	for _, m := range row.FindAllStringSubmatch(text, -1) {
		parsed := errorRow{quoted(m[2]), quoted(m[3]), make(map[string]bool)}
		for clause := range strings.SplitSeq(m[4], ";") {
			for name := range quoted(clause) {
				if _, isCode := code.Code_value[name]; !isCode { // a code is part of a condition
					parsed.details[name] = !strings.Contains(clause, " if ")
				}
			}
		}
		maps.DeleteFunc(parsed.codes, func(name string, _ bool) bool { // these are part of a condition
			_, isDetail := parsed.details[name]
			return isDetail || parsed.metadata[name]
		})
		table.rows[m[1]] = parsed
	}
	// The list of the values ends the sentence.
	if m := regexp.MustCompile("(?s)\n- `stage` [^:.]*: ([^.]*)\\.").FindStringSubmatch(text); m != nil {
		table.stages = quoted(m[1])
	}
	if len(table.rows) == 0 || len(table.stages) == 0 || !strings.Contains(text, "\n- `"+anyReason+"` ") {
		err = fmt.Errorf("docs/errors.md: found %d reasons and %d stages, want some, and the metadata key %s",
			len(table.rows), len(table.stages), anyReason)
	}
	return table, err
})

// quoted returns the words in backticks.
func quoted(text string) map[string]bool {
	found := make(map[string]bool)
	for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(text, -1) {
		found[m[1]] = true
	}
	return found
}
