package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/coderef-system/coderefd/codeintel/oracle/mcpclient"
	"github.com/coderef-system/coderefd/codeintel/oracle/score"
	"github.com/coderef-system/coderefd/codeintel/oracle/truth"
)

// Relations that are scored, in the order of the report.
const (
	callsMe          = "calls-me"
	importsMeFile    = "imports-me of files"
	importsMeElement = "imports-me of elements"
)

// result is the score of one subject.
type result struct {
	subject
	truth         *truth.Project
	filesAnalyzed int
	same          int // identical declarations
	differences   []score.Difference
	relations     map[string]*relation
}

// relation is the score of one relation.
type relation struct {
	tally  score.Tally
	misses []score.Miss
	extras []score.Extra
}

func scoreSubject(ctx context.Context, s settings, sub subject) (r *result, err error) {
	oracle, err := sub.start(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, oracle.Close()) }()
	project, err := oracle.Truth(ctx, s.sample)
	if err != nil {
		return nil, err
	}
	client, err := mcpclient.Start(ctx, os.Stderr, s.program)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, client.Close()) }()
	e := &engine{client: client, subject: sub, oracle: oracle}
	return e.score(ctx, project)
}

// engine queries coderef-mcp about one subject.
type engine struct {
	subject
	client   *mcpclient.Client
	oracle   truth.Oracle
	elements []mcpclient.Element
}

func (e *engine) score(ctx context.Context, project *truth.Project) (*result, error) {
	r := &result{subject: e.subject, truth: project, relations: map[string]*relation{}}
	scan, err := e.client.Scan(ctx, e.root, e.languages...)
	if err != nil {
		return nil, err
	}
	e.elements, r.filesAnalyzed = scan.Elements, scan.FilesScanned
	r.same, r.differences = score.Declarations(project.Declarations, scan.Elements)
	for _, part := range []struct {
		name, queryType string
		cases           []truth.Case
		judge           judge
	}{
		{callsMe, "calls-me", project.Calls, e.oracle.JudgeCalls},
		{importsMeFile, "imports-me", project.ImportedFiles, e.oracle.JudgeFiles},
		{importsMeElement, "imports-me", project.ImportedElements, noRules},
	} {
		if r.relations[part.name], err = e.relation(ctx, part.queryType, part.cases, part.judge); err != nil {
			return nil, fmt.Errorf("%s: %w", part.name, err)
		}
	}
	return r, nil
}

// judge returns the rule that applies to each extra, "" if none does.
type judge func(context.Context, []truth.Extra) ([]string, error)

func noRules(_ context.Context, extras []truth.Extra) ([]string, error) {
	return make([]string, len(extras)), nil
}

// relation queries every case. The oracle judges the places that only the engine
// reports.
func (e *engine) relation(ctx context.Context, queryType string, cases []truth.Case, judge judge) (*relation, error) {
	outcomes := make([]score.Outcome, len(cases))
	extras := []truth.Extra{} // not nil, which would be null in JSON
	for i, c := range cases {
		response, err := e.query(ctx, queryType, c.Target)
		if err != nil {
			return nil, err
		}
		outcomes[i] = score.Compare(i, c, response)
		for _, x := range outcomes[i].Extras {
			extras = append(extras, truth.Extra{
				Target: i, File: x.Place.File, Line: x.Place.Line, Column: x.Place.Column,
			})
		}
	}
	rules, err := judge(ctx, extras)
	if err != nil {
		return nil, err
	}
	r := &relation{}
	for i := range outcomes {
		o := &outcomes[i]
		for j := range o.Extras {
			o.Extras[j].Rule, rules = rules[0], rules[1:]
		}
		o.Settle()
		r.tally.Add(o.Tally)
		r.misses, r.extras = append(r.misses, o.Misses...), append(r.extras, o.Extras...)
	}
	return r, nil
}

// query returns the relations of a target. It returns nil if the scan does not list the target.
func (e *engine) query(ctx context.Context, queryType string, target truth.Declaration) (*mcpclient.Relations, error) {
	if target.Kind == "file" {
		return e.client.Query(ctx, e.root, queryType, target.File)
	}
	for _, element := range e.elements {
		if score.IsElement(element, target) {
			return e.client.Query(ctx, e.root, queryType, element.ID)
		}
	}
	return nil, nil
}

// list prints every miss and every extra.
func (r *result) list(out io.Writer) {
	for _, d := range r.differences {
		fmt.Fprintf(out, "declaration %s:%d %s %s: %s\n", d.File, d.Line, d.Kind, d.Name, d.Cause)
	}
	for _, name := range relations() {
		for _, m := range r.relations[name].misses {
			fmt.Fprintf(out, "%s: %s:%d %s misses %s:%d:%d (%s %s, counted as unresolved: %t)\n",
				name, m.Target.File, m.Target.Line, m.Target.Name,
				m.Site.File, m.Site.Line, m.Site.Column, m.Site.Rule, m.Site.Form, m.Unresolved)
		}
		for _, x := range r.relations[name].extras {
			fmt.Fprintf(out, "%s: %s:%d %s adds %s: %q\n",
				name, x.Target.File, x.Target.Line, x.Target.Name, x.Place, x.Rule)
		}
	}
}

func relations() []string { return []string{callsMe, importsMeFile, importsMeElement} }
