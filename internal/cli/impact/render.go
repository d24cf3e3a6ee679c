package impact

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	"github.com/coderef-system/coderefd/internal/cli/output"
)

// The bounds of texts, in characters.
const (
	textWidth = 100 // of the lines of paragraphs
	nameWidth = 80  // of the names of tests
)

// render prints a page for people: the summary and the risk, then a table for each list.
func render(w io.Writer, r *codeintelv1.AnalyzeImpactResponse) error {
	paragraph(w, r.GetSummary())
	fmt.Fprintln(w)
	paragraph(w, "Risk "+r.GetRisk().GetRule())
	if u := r.GetAnalysis().GetUnresolved(); u.GetCallCount()+u.GetImportCount() > 0 {
		paragraph(w, fmt.Sprintf("Unresolved: %s and %s may lead to the change.",
			output.Count(int(u.GetCallCount()), "call"), output.Count(int(u.GetImportCount()), "import")))
	}
	for _, t := range append(changeTables(r.GetChange()), testTable(r), fileTable(r)) {
		if err := t.print(w); err != nil {
			return err
		}
	}
	return nil
}

func paragraph(w io.Writer, text string) {
	for _, line := range output.Wrap(output.Clean(text), textWidth) {
		fmt.Fprintln(w, line)
	}
}

// table is a list of a response.
type table struct {
	title   string
	heading []string
	rows    [][]string
	total   int // on all pages
}

// print prints the table unless it is empty, and the number of rows on later pages.
func (t *table) print(w io.Writer) error {
	if t.total == 0 {
		return nil
	}
	fmt.Fprintf(w, "\n%s (%d)\n", t.title, t.total)
	if err := output.PrintTable(w, t.heading, t.rows); err != nil {
		return err
	}
	if more := t.total - len(t.rows); more > 0 {
		fmt.Fprintf(w, "… and %d more; --rows shows more, -o json all\n", more)
	}
	return nil
}

func changeTables(c *codeintelv1.Change) []table {
	breaks := table{
		title: "Breaks", heading: []string{"PLACE", "REASON", "ELEMENT", "CONFIDENCE"}, total: int(c.GetTotalBreaks()),
	}
	for _, b := range c.GetBreaks() {
		breaks.rows = append(breaks.rows, []string{
			place(b.GetLocation()), word(b.GetType(), "BREAK_TYPE_"), output.Clean(b.GetElementId()),
			word(b.GetConfidence(), "CONFIDENCE_"),
		})
	}
	elements := table{
		title: "Changed elements", heading: []string{"CHANGE", "TYPE", "NAME", "PLACE", "DIRECT DEPENDENTS"},
		total: int(c.GetTotalElements()),
	}
	for _, e := range c.GetElements() {
		change := word(e.GetType(), "CHANGE_TYPE_")
		var parts []string
		for _, p := range e.GetParts() {
			parts = append(parts, word(p, "CHANGED_PART_"))
		}
		if len(parts) > 0 {
			change += " (" + strings.Join(parts, ", ") + ")"
		}
		elements.rows = append(elements.rows, []string{
			change, word(e.GetElement().GetType(), "ELEMENT_TYPE_"), output.Clean(e.GetElement().GetName()),
			place(e.GetElement().GetLocation()), strconv.Itoa(int(e.GetDirectDependentCount())),
		})
	}
	unread := table{
		title: "Changed files whose elements are unknown", heading: []string{"FILE", "REASON"},
		total: int(c.GetTotalUnreadFiles()),
	}
	for _, f := range c.GetUnreadFiles() {
		unread.rows = append(unread.rows, []string{output.Clean(f.GetFile()), output.OneLine(f.GetReason(), textWidth)})
	}
	return []table{breaks, elements, unread}
}

func testTable(r *codeintelv1.AnalyzeImpactResponse) table {
	t := table{title: "Tests", heading: []string{"REASON", "DISTANCE", "PLACE", "TEST"}, total: int(r.GetTestCount())}
	for _, test := range r.GetTests() {
		reason := word(test.GetReason(), "TEST_REASON_")
		if test.GetRemoved() {
			reason += " (removed)"
		}
		name := output.Cut(strings.Join(strings.Fields(test.GetName()), " "), nameWidth)
		t.rows = append(t.rows, []string{
			reason, strconv.Itoa(int(test.GetDepth())), place(test.GetLocation()), output.Dash(name),
		})
	}
	return t
}

func fileTable(r *codeintelv1.AnalyzeImpactResponse) table {
	t := table{title: "Affected files", heading: []string{"SEVERITY", "FILE", "EFFECT"}, total: int(r.GetTotalSize())}
	for _, f := range r.GetAffectedFiles() {
		t.rows = append(t.rows, []string{
			word(f.GetSeverity(), "IMPACT_SEVERITY_"), output.Clean(f.GetFile()), output.OneLine(f.GetDescription(), textWidth),
		})
	}
	return t
}

// place returns file:line, or the file if the line is unknown.
func place(l *codeintelv1.Location) string {
	if l.GetLine() == 0 {
		return output.Clean(l.GetFile())
	}
	return fmt.Sprintf("%s:%d", output.Clean(l.GetFile()), l.GetLine())
}

// word returns the value of an enum in lower case.
func word(value interface{ String() string }, prefix string) string {
	return output.Word(value.String(), prefix)
}

func levelWord(l codeintelv1.RiskLevel) string { return word(l, "RISK_LEVEL_") }

func operations() protoreflect.EnumDescriptor { return codeintelv1.ImpactOperation(0).Descriptor() }

func levels() protoreflect.EnumDescriptor { return codeintelv1.RiskLevel(0).Descriptor() }

// words returns the values of an enum in lower case, without the first one.
func words(e protoreflect.EnumDescriptor) []string {
	values := e.Values()
	prefix := strings.TrimSuffix(string(values.Get(0).Name()), "UNSPECIFIED")
	var list []string
	for i := 1; i < values.Len(); i++ {
		list = append(list, output.Word(string(values.Get(i).Name()), prefix))
	}
	return list
}
