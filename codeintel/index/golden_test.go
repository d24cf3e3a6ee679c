package index

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/coderef-system/coderefd/codeintel/graph"
)

var update = flag.Bool("update", false, "rewrite the golden parts of testdata")

// TestGoldenResults runs the queries of every project in testdata. The comment of an archive
// describes the tested behaviour. The file "ask" contains one query per line and "want" the
// results. "root", if present, names the folder of the project.
func TestGoldenResults(t *testing.T) {
	archives, err := filepath.Glob("../testdata/projects/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("got %d archives and error %v, want at least one", len(archives), err)
	}
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			dir, special := extract(t, archive)
			project := open(filepath.Join(dir, strings.TrimSpace(special["root"])))
			var got strings.Builder
			for line := range strings.Lines(special["ask"]) {
				fmt.Fprintf(&got, "# %s\n%s", strings.TrimSpace(line), runLine(t, project, strings.Fields(line)))
			}
			if *update {
				rewrite(t, name, archive, got.String())
				return
			}
			if diff := cmp.Diff(special["want"], got.String()); diff != "" {
				t.Errorf("results (-want +got):\n%s", diff)
			}
		})
	}
}

// extract writes an archive to a temporary folder and returns its special files by name. A
// file called "a -> b" is a symbolic link.
func extract(t *testing.T, archive *txtar.Archive) (dir string, special map[string]string) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	special = map[string]string{}
	for _, f := range archive.Files {
		switch f.Name {
		case "ask", "want", "root":
			special[f.Name] = string(f.Data)
		default:
			if name, target, ok := strings.Cut(f.Name, " -> "); ok {
				link(t, target, filepath.Join(dir, name))
				continue
			}
			write(t, filepath.Join(dir, f.Name), string(f.Data))
		}
	}
	return dir, special
}

func link(t *testing.T, target, name string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, name); err != nil {
		t.Skipf("this system does not support symbolic links: %v", err)
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func rewrite(t *testing.T, name string, archive *txtar.Archive, want string) {
	t.Helper()
	for i := range archive.Files {
		if archive.Files[i].Name == "want" {
			archive.Files = append(archive.Files[:i], archive.Files[i+1:]...)
			break
		}
	}
	archive.Files = append(archive.Files, txtar.File{Name: "want", Data: []byte(want)})
	if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
		t.Fatal(err)
	}
}

// runLine runs one line of an "ask" file: scan, outline, signatures, warnings, <query type>
// <target>, or path <query type> <source> <target>.
func runLine(t *testing.T, p *Project, words []string) string {
	t.Helper()
	switch words[0] {
	case "scan", "outline":
		return scanText(t, p, words[0] == "outline")
	case "signatures":
		return signatures(t, p)
	}
	if words[0] == "warnings" {
		return strings.Join(append(warnings(t, p), ""), "\n")
	}
	q := Request{Query: queries()[words[0]], Target: words[len(words)-1]}
	if words[0] == "path" {
		q = Request{Query: queries()[words[1]], Source: words[2], Target: words[3]}
	}
	found, err := p.Query(context.Background(), q, nil)
	var lookup *graph.LookupError
	switch {
	case errors.As(err, &lookup):
		return fmt.Sprintf("refused: %v %v\n", lookup, lookup.Candidates)
	case errors.Is(err, graph.ErrSyntax):
		return fmt.Sprintf("refused: %v\n", err)
	case err != nil:
		t.Fatal(err)
	}
	return responseText(found)
}

func responseText(response *Response) string {
	var b strings.Builder
	for _, r := range response.Results {
		b.WriteString(resultLine(r))
	}
	if u := response.Unresolved; u != (graph.UnresolvedCounts{}) {
		fmt.Fprintf(&b, "unresolved: %d calls, %d imports\n", u.Calls, u.Imports)
	}
	return b.String()
}

// warnings returns the warnings of a query about an arbitrary file.
func warnings(t *testing.T, p *Project) []string {
	t.Helper()
	found, err := p.Scan(context.Background(), ScanOptions{Extensions: allExtensions()})
	if err != nil {
		t.Fatal(err)
	}
	request := Request{Query: queries()["imports-me"], Target: found.Files[0]}
	response, err := p.Query(context.Background(), request, nil)
	if err != nil {
		t.Fatal(err)
	}
	return response.Warnings
}

func allExtensions() []string {
	var extensions []string
	for _, list := range Words() {
		extensions = append(extensions, list...)
	}
	return extensions
}

func queries() map[string]graph.Query {
	call, imp := []graph.Relation{graph.Call}, []graph.Relation{graph.Import}
	return map[string]graph.Query{
		"calls":         {Relations: call, MaxDepth: 5},
		"calls-me":      {Relations: call, Inbound: true, MaxDepth: 5},
		"imports":       {Relations: imp, MaxDepth: 5},
		"imports-me":    {Relations: imp, Inbound: true, MaxDepth: 5},
		"depends-on":    {Relations: graph.Relations(), Closure: true, MaxDepth: 3},
		"depends-on-me": {Relations: graph.Relations(), Closure: true, Inbound: true, MaxDepth: 3},
	}
}

func resultLine(r graph.Result) string {
	line := fmt.Sprintf("%d %s -> %s %s %s:%d:%d", r.Depth, r.From, r.To, r.Relation, r.File, r.Line, r.Column)
	if r.Resolution != graph.Resolved {
		line += " " + r.Resolution
	}
	if r.Dispatch != "" {
		line += " " + r.Dispatch
	}
	if r.TypeOnly {
		line += " type-only"
	}
	if r.Member != "" {
		line += " member=" + r.Member
	}
	return line + "\n"
}

func scanText(t *testing.T, p *Project, outline bool) string {
	t.Helper()
	found, err := p.Scan(context.Background(), ScanOptions{Extensions: allExtensions(), TopLevelOnly: outline})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, e := range found.Elements {
		exported := ""
		if e.Exported {
			exported = " exported"
		}
		fmt.Fprintf(&b, "%s %s %s %d-%d%s\n", e.ID, e.Type, e.Name, e.Line, e.EndLine, exported)
	}
	for _, w := range found.Warnings {
		fmt.Fprintf(&b, "warning: %s\n", w)
	}
	for _, s := range found.Skipped {
		fmt.Fprintf(&b, "skipped %s: %s\n", s.File, s.Reason)
	}
	return b.String()
}
