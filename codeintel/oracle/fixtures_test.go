package main

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/coderef-system/coderefd/codeintel/oracle/mcpclient"
	"github.com/coderef-system/coderefd/codeintel/oracle/truth"
)

var (
	update  = flag.Bool("update", false, "rewrite the golden parts of testdata; needs -live")
	runLive = flag.Bool("live", false, "also run the oracles; needs node, python3 and scripts/fetch-oracle")
)

// TestFixtures scores the engine on the small projects in testdata, against the truth
// that the oracles recorded in the fixture. The file "score" of a fixture is the golden
// output.
func TestFixtures(t *testing.T) {
	for _, test := range []struct {
		name, language string
		languages      []string
	}{
		{"typescript", "TypeScript", []string{"ts", "tsx"}},
		{"go", "Go", []string{"go"}},
		{"python", "Python", []string{"py"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			name := filepath.Join("testdata", test.name+".txtar")
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			root := extract(t, archive)
			oracle := newRecorder(t, archive, live(t, test.language, root))
			project, err := oracle.Truth(t.Context(), everything())
			if err != nil {
				t.Fatal(err)
			}
			e := &engine{
				client: startEngine(t), oracle: oracle,
				subject: subject{
					language: test.language, name: test.name, root: root, languages: test.languages,
				},
			}
			r, err := e.score(t.Context(), project)
			if err != nil {
				t.Fatal(err)
			}
			var got bytes.Buffer
			r.list(&got)
			got.WriteString(report{results: []*result{r}}.summary())
			if *update {
				oracle.rewrite(name, got.Bytes())
				return
			}
			if diff := cmp.Diff(string(part(archive, "score")), got.String()); diff != "" {
				t.Errorf("score (-want +got):\n%s", diff)
			}
		})
	}
}

func everything() truth.Sample {
	return truth.Sample{Seed: 1, Calls: 1000, Files: 1000, Elements: 1000}
}

// startEngine starts the engine as a child process that speaks MCP.
func startEngine(t *testing.T) *mcpclient.Client {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command(self)
	command.Env = append(os.Environ(), asServer+"=1")
	client, err := mcpclient.StartCommand(t.Context(), os.Stderr, command)
	if err != nil {
		t.Fatal(err)
	}
	client.PageSize = 3 // so that results have several pages
	t.Cleanup(func() {
		if err := client.Close(); err != nil {
			t.Error(err)
		}
	})
	return client
}
