package result

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"

	"github.com/coderef-system/coderefd/internal/cli/output"
)

// codeResult contains the members of the results of coderef_scan and coderef_query that the tables show.
type codeResult struct {
	Elements      []codeElement  `json:"elements"`
	ElementsFound int            `json:"elements_found"`
	Results       []codeRelation `json:"results"`
	Total         int            `json:"total"`
	Unresolved    struct {
		Calls   int `json:"calls"`
		Imports int `json:"imports"`
	} `json:"unresolved"`
	NextCursor string   `json:"next_cursor"`
	Subject    subject  `json:"subject"`
	Warnings   []string `json:"warnings"`
}

type codeElement struct {
	ID   string `json:"id"`
	Type string `json:"type"`
	Name string `json:"name"`
	File string `json:"file"`
	Line int    `json:"line"`
}

type codeRelation struct {
	Kind  string `json:"relation"`
	From  string `json:"from"`
	To    string `json:"to"`
	File  string `json:"file"`
	Line  int    `json:"line"`
	Depth int    `json:"depth"`
}

// printCodeTable prints elements or relations in columns. It returns false and prints nothing if the result
// has another form. The subject and the warnings are printed to stderr.
func printCodeTable(w, stderr io.Writer, structured json.RawMessage) (bool, error) {
	var shape map[string]json.RawMessage
	var result codeResult
	if json.Unmarshal(structured, &shape) != nil || json.Unmarshal(structured, &result) != nil {
		return false, nil
	}
	isScan := shape["elements"] != nil && shape["elements_found"] != nil
	isQuery := shape["results"] != nil && shape["query_type"] != nil && shape["total"] != nil
	if isScan || isQuery {
		defer func() {
			result.Subject.print(stderr)
			for _, warning := range result.Warnings {
				fmt.Fprintf(stderr, "warning: %s\n", output.Clean(warning))
			}
		}()
	}
	switch {
	case isScan:
		return true, printElements(w, result)
	case isQuery:
		return true, printRelations(w, result)
	}
	return false, nil
}

func printElements(w io.Writer, a codeResult) error {
	var rows [][]string
	for _, e := range a.Elements {
		rows = append(rows, []string{output.Clean(e.Type), output.Clean(e.Name), place(e.File, e.Line), output.Clean(e.ID)})
	}
	if err := output.PrintTable(w, []string{"TYPE", "NAME", "PLACE", "ID"}, rows); err != nil {
		return err
	}
	return printCount(w, len(rows), a.ElementsFound, "element", a.NextCursor)
}

func printRelations(w io.Writer, a codeResult) error {
	var rows [][]string
	for _, r := range a.Results {
		rows = append(rows, []string{
			output.Clean(r.Kind), output.Clean(r.From), output.Clean(r.To), place(r.File, r.Line), strconv.Itoa(r.Depth),
		})
	}
	if err := output.PrintTable(w, []string{"TYPE", "FROM", "TO", "PLACE", "DEPTH"}, rows); err != nil {
		return err
	}
	if err := printCount(w, len(rows), a.Total, "relation", a.NextCursor); err != nil {
		return err
	}
	if u := a.Unresolved; u.Calls+u.Imports > 0 {
		_, err := fmt.Fprintf(
			w, "%s and %s could not be resolved, so the list may be incomplete\n", output.Count(u.Calls, "call"),
			output.Count(u.Imports, "import"),
		)
		return err
	}
	return nil
}

// printCount prints the total count and, if there are more pages, the option for the next page.
func printCount(w io.Writer, shown, total int, what, cursor string) error {
	if shown > 0 {
		fmt.Fprintln(w)
	}
	if cursor == "" {
		_, err := fmt.Fprintln(w, output.Count(total, what))
		return err
	}
	all := output.Count(total, what)
	_, err := fmt.Fprintf(w, "%d of %s; the next page: --arg cursor=%s\n", shown, all, output.Clean(cursor))
	return err
}

func place(file string, line int) string {
	if line == 0 {
		return output.Clean(file)
	}
	return fmt.Sprintf("%s:%d", output.Clean(file), line)
}
