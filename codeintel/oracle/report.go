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
		return 0.95 // of what jedi resolves
	}
	return 0.98
}

// maxDifferences bounds how many differing declarations are written down.
const maxDifferences = 100

//go:embed definitions.md
var definitions string

// report writes results down. Equal results make equal text.
type report struct {
	settings
	results []*result
}

// summary is what a person at the terminal reads.
func (r report) summary() string {
	var out strings.Builder
	for _, line := range r.totals() {
		t := line.tally
		fmt.Fprintf(&out, "%-10s %-24s %-24s targets %3d sites %5d true %5d false %3d missed %4d  P %.4f  R %.4f\n",
			line.language, line.name, line.relation, t.Targets, t.Sites, t.True, t.False, t.Missed, t.Precision(), t.Recall())
	}
	for _, x := range r.results {
		fmt.Fprintf(&out, "%-10s %-24s declarations: %d of %d the same\n", x.language, x.name, x.same, len(x.truth.Declarations))
	}
	return out.String()
}

// document is docs/accuracy.md.
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
	fmt.Fprintf(out, "\n## What was compared\n\nSeed %d; per package up to %d targets of `calls-me`, %d files and %d elements of `imports-me`.\n\n",
		r.sample.Seed, r.sample.Calls, r.sample.Files, r.sample.Elements)
	out.WriteString("| language | package | version | files | lines | oracle |\n|---|---|---|---:|---:|---|\n")
	for _, x := range r.results {
		oracle := "go/packages and go/types of " + x.truth.Version
		switch x.language {
		case "TypeScript":
			oracle = "TypeScript " + x.truth.Version
		case "Python":
			oracle = x.truth.Version
		}
		fmt.Fprintf(out, "| %s | %s | %s | %d | %d | %s |\n", x.language, x.name, x.version, x.truth.Files, x.truth.Lines, oracle)
	}
}

// total is one line of the table of scores.
type total struct {
	language, name, relation string
	tally                    score.Tally
}

// allPackages is the name of the lines that add up a language.
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
	fmt.Fprintf(out, "\n## Precision and recall\n\nThe goal is %.2f for each relation of a language, %.2f for Python. Targets: sampled, and in brackets those with a site at all.\n",
		goal(""), goal("Python"))
	out.WriteString("*Direct* is the recall of calls of the target itself, *outside* how many calls of what the target implements of\n")
	out.WriteString("things outside the project were reported, counted as unresolved, of how many.\n\n")
	out.WriteString("| language | relation | package | targets | sites | true | false | missed | beyond | precision | recall | direct | outside | goal |\n")
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
			l.language, l.relation, l.name, t.Targets, t.Asked, t.Sites, t.True, t.False, t.Missed, t.Beyond,
			t.Precision(), t.Recall(), t.DirectRecall(), outside(t), verdict)
	}
}

func outside(t score.Tally) string {
	if t.Outside == 0 {
		return ""
	}
	return fmt.Sprintf("%d, %d of %d", t.OutsideTrue, t.OutsideCounted, t.Outside)
}

func (r report) declarations(out *strings.Builder) {
	out.WriteString("\n## Declarations\n\n| language | package | oracle | the same | only the oracle | only the engine |\n|---|---|---:|---:|---:|---:|\n")
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
	fmt.Fprintf(out, "\nDifferences, %d at most:\n\n| package | place | kind | name | |\n|---|---|---|---|---|\n", maxDifferences)
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
	out.WriteString("\n## What was missed\n\n")
	categories := missCategories(r.results)
	if len(categories) == 0 {
		out.WriteString("Nothing.\n")
		return
	}
	out.WriteString("*Told* is how many of the answers say by their `unresolved` count that something may be missing.\n\n")
	out.WriteString("| language | relation | what | count | told | example | cause |\n|---|---|---|---:|---:|---|---|\n")
	for _, c := range categories {
		fmt.Fprintf(out, "| %s | %s | %s | %d | %d | %s | %s |\n", c.language, c.relation, c.name, c.count, c.counted, c.example, c.cause)
	}
}

func (r report) extras(out *strings.Builder) {
	out.WriteString("\n## What only the engine reports\n\n")
	categories := extraCategories(r.results)
	if len(categories) == 0 {
		out.WriteString("Nothing.\n")
		return
	}
	out.WriteString("| language | relation | judged | by the rule | count | example |\n|---|---|---|---|---:|---|\n")
	for _, c := range categories {
		judged, rule := "beyond", c.name
		if rule == "" {
			judged, rule = "**false**", "none"
		}
		fmt.Fprintf(out, "| %s | %s | %s | %s | %d | %s |\n", c.language, c.relation, judged, rule, c.count, c.example)
	}
}
