package main

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/oracle/score"
)

// goal is the least precision and recall of a relation in a language.
func goal(language string) float64 {
	if language == "Python" {
		return 0.95 // of the calls that jedi resolves
	}
	return 0.98
}

// maxDifferences is the largest number of differing declarations in the report.
const maxDifferences = 100

//go:embed definitions.md
var definitions string

// report formats results. Equal results give equal text.
type report struct {
	settings
	results []*result
}

// summary returns the text for the terminal.
func (r report) summary() string {
	var out strings.Builder
	for _, line := range r.totals() {
		t := line.tally
		fmt.Fprintf(&out, "%-10s %-24s %-24s targets %3d sites %5d true %5d false %3d missed %4d  P %.4f  R %.4f\n",
			line.language, line.name, line.relation,
			t.Targets, t.Sites, t.True, t.False, t.Missed, t.Precision(), t.Recall())
	}
	for _, x := range r.results {
		fmt.Fprintf(&out, "%-10s %-24s declarations: %d of %d identical\n",
			x.language, x.name, x.same, len(x.truth.Declarations))
	}
	return out.String()
}

// document returns the text of docs/accuracy.md.
func (r report) document() string {
	var out strings.Builder
	out.WriteString(definitions)
	r.versions(&out)
	r.scores(&out)
	r.declarations(&out)
	r.misses(&out)
	r.extras(&out)
	return out.String()
}

func (r report) versions(out *strings.Builder) {
	fmt.Fprintf(out, "\n## Compared packages\n\nSeed %d. ", r.sample.Seed)
	fmt.Fprintf(out, "Targets per package: up to %d of `calls-me`; up to %d files and %d elements of `imports-me`.\n\n",
		r.sample.Calls, r.sample.Files, r.sample.Elements)
	out.WriteString("| language | package | version | files | lines | oracle |\n|---|---|---|---:|---:|---|\n")
	for _, x := range r.results {
		oracle := "go/packages and go/types of " + x.truth.Version
		switch x.language {
		case "TypeScript":
			oracle = "TypeScript " + x.truth.Version
		case "Python":
			oracle = x.truth.Version
		}
		fmt.Fprintf(out, "| %s | %s | %s | %d | %d | %s |\n",
			x.language, x.name, x.version, x.truth.Files, x.truth.Lines, oracle)
	}
}

// total is one line of the table of scores.
type total struct {
	language, name, relation string
	tally                    score.Tally
}

// allPackages is the name of the lines with the sums of a language.
const allPackages = "**all**"

// totals lists, per language and relation, the sum and then the packages.
func (r report) totals() []total {
	var lines []total
	for _, language := range []string{"TypeScript", "Go", "Python"} {
		for _, relation := range relations() {
			sum := total{language: language, name: allPackages, relation: relation}
			var each []total
			for _, x := range r.results {
				if x.language == language {
					each = append(each, total{language, x.name, relation, x.relations[relation].tally})
					sum.tally.Add(x.relations[relation].tally)
				}
			}
			if len(each) > 0 {
				lines = append(append(lines, sum), each...)
			}
		}
	}
	return lines
}

func (r report) scores(out *strings.Builder) {
	out.WriteString("\n## Precision and recall\n\n")
	fmt.Fprintf(out, "The goal is %.2f for each relation of a language, and %.2f for Python.\n\n",
		goal(""), goal("Python"))
	out.WriteString("- *Targets*: number of sampled targets, ")
	out.WriteString("and in brackets the number of targets with at least one site.\n")
	out.WriteString("- *Direct*: recall of the direct calls.\n")
	out.WriteString("- *Outside*: calls of members outside the project (see Outside above), in the form\n")
	out.WriteString("  `reported, counted as unresolved of total`.\n\n")
	out.WriteString("| language | relation | package | targets | sites | true | false | missed | beyond ")
	out.WriteString("| precision | recall | direct | outside | goal |\n")
	out.WriteString("|---|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|\n")
	for _, l := range r.totals() {
		t := l.tally
		verdict := ""
		if l.name == allPackages {
			verdict = "met"
			if t.Precision() < goal(l.language) || t.Recall() < goal(l.language) {
				verdict = "**not met**"
			}
		}
		fmt.Fprintf(out, "| %s | %s | %s | %d (%d) | %d | %d | %d | %d | %d | %.4f | %.4f | %.4f | %s | %s |\n",
			l.language, l.relation, l.name, t.Targets, t.WithSites, t.Sites, t.True, t.False, t.Missed, t.Beyond,
			t.Precision(), t.Recall(), t.DirectRecall(), outside(t), verdict)
	}
}

func outside(t score.Tally) string {
	if t.Outside == 0 {
		return ""
	}
	return fmt.Sprintf("%d, %d of %d", t.OutsideTrue, t.OutsideUnresolved, t.Outside)
}

func (r report) declarations(out *strings.Builder) {
	out.WriteString("\n## Declarations\n\n")
	out.WriteString("| language | package | oracle | identical | only in the oracle | only in the engine |\n")
	out.WriteString("|---|---|---:|---:|---:|---:|\n")
	listed := 0
	for _, x := range r.results {
		missing := 0
		for _, d := range x.differences {
			if d.Missing {
				missing++
			}
		}
		listed += len(x.differences)
		fmt.Fprintf(out, "| %s | %s | %d | %d | %d | %d |\n",
			x.language, x.name, len(x.truth.Declarations), x.same, missing, len(x.differences)-missing)
	}
	if listed == 0 {
		out.WriteString("\nThere are no differences.\n")
		return
	}
	fmt.Fprintf(out, "\nThe first %d differences:\n\n", min(listed, maxDifferences))
	out.WriteString("| package | place | kind | name | difference |\n|---|---|---|---|---|\n")
	written := 0
	for _, x := range r.results {
		for _, d := range x.differences {
			if written++; written <= maxDifferences {
				fmt.Fprintf(out, "| %s | %s:%d | %s | `%s` | %s |\n", x.name, d.File, d.Line, d.Kind, d.Name, d.Cause)
			}
		}
	}
}

func (r report) misses(out *strings.Builder) {
	out.WriteString("\n## Missed sites\n\n")
	categories := missCategories(r.results)
	if len(categories) == 0 {
		out.WriteString("None.\n")
		return
	}
	out.WriteString("*Unresolved* is the number of missed sites whose result had an `unresolved` ")
	out.WriteString("count above 0,\nand so reported that it may be incomplete.\n\n")
	out.WriteString("| language | relation | site | count | unresolved | example | cause |\n")
	out.WriteString("|---|---|---|---:|---:|---|---|\n")
	for _, c := range categories {
		fmt.Fprintf(out, "| %s | %s | %s | %d | %d | %s | %s |\n",
			c.language, c.relation, c.name, c.count, c.unresolved, c.example, c.cause)
	}
}

func (r report) extras(out *strings.Builder) {
	out.WriteString("\n## Places that only the engine reports\n\n")
	categories := extraCategories(r.results)
	if len(categories) == 0 {
		out.WriteString("None.\n")
		return
	}
	out.WriteString("| language | relation | verdict | rule | count | example |\n|---|---|---|---|---:|---|\n")
	for _, c := range categories {
		verdict, rule := "beyond", c.name
		if rule == "" {
			verdict, rule = "**false**", "none"
		}
		fmt.Fprintf(out, "| %s | %s | %s | %s | %d | %s |\n",
			c.language, c.relation, verdict, rule, c.count, c.example)
	}
}
