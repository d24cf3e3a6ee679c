package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/coderef-system/coderefd/codeintel/oracle/gotruth"
	"github.com/coderef-system/coderefd/codeintel/oracle/pytruth"
	"github.com/coderef-system/coderefd/codeintel/oracle/truth"
	"github.com/coderef-system/coderefd/codeintel/oracle/tstruth"
)

// recorder returns the results that an oracle returned when the fixture was recorded.
// With a live oracle, it returns that oracle's results, and compares them with the
// recorded ones or, with -update, records them.
type recorder struct {
	t       *testing.T
	archive *txtar.Archive
	live    truth.Oracle // or nil
	record  record
}

// record is the content of the file "truth" of a fixture.
type record struct {
	Project *truth.Project
	Rules   map[string]string // the rule of each extra that is not false
}

var _ truth.Oracle = (*recorder)(nil)

func newRecorder(t *testing.T, archive *txtar.Archive, live truth.Oracle) *recorder {
	t.Helper()
	r := &recorder{t: t, archive: archive, live: live, record: record{Rules: map[string]string{}}}
	if *update {
		if live == nil {
			t.Fatal("-update: got no -live, want it too")
		}
		return r
	}
	if err := json.Unmarshal(part(archive, "truth"), &r.record); err != nil {
		t.Fatal(err)
	}
	return r
}

// live starts the oracle of a language; it returns nil without the flag -live.
func live(t *testing.T, language, root string) truth.Oracle {
	t.Helper()
	if !*runLive {
		return nil
	}
	var oracle truth.Oracle
	var err error
	switch language {
	case "Go":
		oracle, err = gotruth.Load(t.Context(), root)
	case "Python":
		tools := filepath.Join("..", "..", ".tmp", "oracle", "python", "tools")
		oracle, err = pytruth.Start(context.Background(), os.Stderr, filepath.Join("python", "oracle.py"), tools, root)
	default:
		tools := filepath.Join("..", "..", ".tmp", "oracle", "tools")
		oracle, err = tstruth.Start(context.Background(), os.Stderr, filepath.Join("node", "oracle.mjs"), tools, root)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := oracle.Close(); err != nil {
			t.Error(err)
		}
	})
	return oracle
}

func (r *recorder) Close() error { return nil }

func (r *recorder) Truth(ctx context.Context, sample truth.Sample) (*truth.Project, error) {
	if r.live == nil {
		return r.record.Project, nil
	}
	project, err := r.live.Truth(ctx, sample)
	if err != nil {
		return nil, err
	}
	project.Version = "" // depends on the machine
	if *update {
		r.record.Project = project
	} else if diff := cmp.Diff(r.record.Project, project); diff != "" {
		r.t.Errorf("the truth differs from the recorded truth (-recorded +got):\n%s", diff)
	}
	return project, nil
}

func (r *recorder) JudgeCalls(ctx context.Context, extras []truth.Extra) ([]string, error) {
	return r.rules(ctx, "calls", extras, func(o truth.Oracle) judge { return o.JudgeCalls })
}

func (r *recorder) JudgeFiles(ctx context.Context, extras []truth.Extra) ([]string, error) {
	return r.rules(ctx, "files", extras, func(o truth.Oracle) judge { return o.JudgeFiles })
}

// rules returns the recorded rules of extras, "" for an extra that is false. With a live
// oracle it returns that oracle's rules.
func (r *recorder) rules(
	ctx context.Context, relation string, extras []truth.Extra, judgeOf func(truth.Oracle) judge,
) ([]string, error) {
	rules := make([]string, len(extras))
	key := func(e truth.Extra) string {
		return fmt.Sprintf("%s %d %s:%d:%d", relation, e.Target, e.File, e.Line, e.Column)
	}
	if r.live == nil {
		for i, e := range extras {
			rules[i] = r.record.Rules[key(e)]
		}
		return rules, nil
	}
	rules, err := judgeOf(r.live)(ctx, extras)
	if err != nil {
		return nil, err
	}
	for i, e := range extras {
		if *update && rules[i] != "" {
			r.record.Rules[key(e)] = rules[i]
		} else if want := r.record.Rules[key(e)]; rules[i] != want {
			r.t.Errorf("%s: rule %q, want the recorded rule %q", key(e), rules[i], want)
		}
	}
	return rules, nil
}

// rewrite writes the golden parts of the fixture.
func (r *recorder) rewrite(name string, score []byte) {
	r.t.Helper()
	text, err := json.MarshalIndent(r.record, "", " ")
	if err != nil {
		r.t.Fatal(err)
	}
	r.archive.Files = append(
		slices.DeleteFunc(r.archive.Files, func(f txtar.File) bool { return f.Name == "truth" || f.Name == "score" }),
		txtar.File{Name: "truth", Data: append(text, '\n')},
		txtar.File{Name: "score", Data: score},
	)
	if err := os.WriteFile(name, txtar.Format(r.archive), 0o644); err != nil {
		r.t.Fatal(err)
	}
}

// part returns a golden part of a fixture.
func part(archive *txtar.Archive, name string) []byte {
	for _, f := range archive.Files {
		if f.Name == name {
			return f.Data
		}
	}
	return nil
}

// extract writes a fixture's sources to a temporary folder and returns the folder.
func extract(t *testing.T, archive *txtar.Archive) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.Files {
		if f.Name == "truth" || f.Name == "score" {
			continue
		}
		path := filepath.Join(root, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}
