package matrix

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/coderef-system/coderefd/codeintel/graph"
	"github.com/coderef-system/coderefd/codeintel/index"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// TestMatrix queries the callers of the target of every row.
func TestMatrix(t *testing.T) {
	rows, err := Load(filepath.Join("..", "..", Folder))
	if err != nil || len(rows) == 0 {
		t.Fatalf("load the rows: got %d rows, error %v, want at least one", len(rows), err)
	}
	for _, row := range rows {
		t.Run(row.Language+"/"+row.Name, func(t *testing.T) {
			t.Parallel()
			response, listing := query(t, row)
			verdict, wrong := row.Judge(response)
			if verdict != row.Verdict {
				t.Errorf("%s: got verdict %s, want %s; calls %v; response:\n%s",
					row.Title, verdict, row.Verdict, row.Calls, listing)
			}
			if len(wrong) > 0 {
				t.Errorf("%s: got results at %v, want calls at %v only", row.Title, wrong, row.Calls)
			}
		})
	}
}

// query returns the response to calls-me, and its text for failures.
func query(t *testing.T, row Row) (response Response, listing string) {
	t.Helper()
	folder := t.TempDir()
	if err := row.Write(folder); err != nil {
		t.Fatal(err)
	}
	store := index.NewStore(index.Options{})
	t.Cleanup(store.Close)
	found, err := store.Project(folder).Query(t.Context(), index.Request{
		Query:  graph.Query{Relations: []graph.Relation{graph.Call}, Inbound: true, MaxDepth: 1},
		Target: row.Target,
	}, nil)
	if err != nil {
		t.Fatalf("%s: calls-me %s: got error %v, want none", row.Title, row.Target, err)
	}
	var b strings.Builder
	response = Response{Results: map[Site]bool{}, Unresolved: found.Unresolved.Calls}
	for _, r := range found.Results {
		site, possible := Site{r.File, r.Line}, r.Dispatch == graph.Possible
		if before, again := response.Results[site]; again {
			possible = possible && before
		}
		response.Results[site] = possible
		b.WriteString("  " + site.String() + " " + r.From + " -> " + r.To + " " + r.Dispatch + "\n")
	}
	return response, b.String()
}

// TestMalformedRowIsReported checks the errors of Load.
func TestMalformedRowIsReported(t *testing.T) {
	for name, text := range map[string]string{
		"no target":       "Title\nverdict: resolved\n-- a.py --\nf()  # CALLS TARGET\n",
		"no call":         "Title\ntarget: f\nverdict: resolved\n-- a.py --\nf()\n",
		"unknown verdict": "Title\ntarget: f\nverdict: maybe\n-- a.py --\nf()  # CALLS TARGET\n",
		"missed":          "Title\ntarget: f\nverdict: missed\n-- a.py --\nf()  # CALLS TARGET\n",
		"unknown key":     "Title\ntarget: f\nverdict: resolved\ncolour: red\n-- a.py --\nf()  # CALLS TARGET\n",
	} {
		folder := t.TempDir()
		path := filepath.Join(folder, "python", "row.txtar")
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if rows, err := Load(folder); err == nil {
			t.Errorf("%s: got %+v, want an error", name, rows)
		}
	}
}

// TestVerdictIsThatOfTheWorstCall checks Judge.
func TestVerdictIsThatOfTheWorstCall(t *testing.T) {
	a, b, c := Site{"a.ts", 1}, Site{"a.ts", 2}, Site{"b.ts", 1}
	row := Row{Calls: []Site{a, b}}
	for name, test := range map[string]struct {
		response Response
		verdict  Verdict
		wrong    int
	}{
		"all resolved":      {Response{Results: map[Site]bool{a: false, b: false}}, Resolved, 0},
		"one possible":      {Response{Results: map[Site]bool{a: false, b: true}, Unresolved: 3}, Possible, 0},
		"one counted":       {Response{Results: map[Site]bool{a: true}, Unresolved: 1}, Unresolved, 0},
		"one missed":        {Response{Results: map[Site]bool{a: false}}, Missed, 0},
		"two, one counted":  {Response{Unresolved: 1}, Missed, 0},
		"a wrong result":    {Response{Results: map[Site]bool{a: false, b: false, c: false}}, Resolved, 1},
		"a possible, wrong": {Response{Results: map[Site]bool{a: false, b: false, c: true}}, Resolved, 1},
	} {
		verdict, wrong := row.Judge(test.response)
		if verdict != test.verdict || len(wrong) != test.wrong {
			t.Errorf("%s: got %s and %d wrong results, want %s and %d", name, verdict, len(wrong), test.verdict, test.wrong)
		}
	}
}
