package e2e_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/coderef-system/coderefd/internal/config"
)

// The YAML in docs/configuration.md contains every default. A service with it has the same configuration as
// one without a file, except for the example server, which has the defaults of a server.
func TestDocumentedDefaults(t *testing.T) {
	text, err := os.ReadFile("../../docs/configuration.md")
	if err != nil {
		t.Fatal(err)
	}
	block := regexp.MustCompile("(?s)```yaml\n(.*?)```").FindSubmatch(text)
	if block == nil {
		t.Fatal("got no YAML block in the documentation, want one")
	}
	file := filepath.Join(t.TempDir(), "coderefd.yaml")
	if err := os.WriteFile(file, block[1], 0o600); err != nil {
		t.Fatal(err)
	}
	executable := filepath.Join(binaries, "coderefd")
	got, err := config.Load(config.Inputs{File: file, Environ: os.Environ(), Executable: executable})
	if err != nil {
		t.Fatal(err)
	}
	want, err := config.Load(config.Inputs{Environ: os.Environ(), Executable: executable})
	if err != nil {
		t.Fatal(err)
	}
	same := cmpopts.IgnoreUnexported(config.Config{})
	if diff := cmp.Diff(
		want, got, same, cmpopts.IgnoreFields(config.Config{}, "Servers"), cmpopts.EquateEmpty(),
	); diff != "" {
		t.Errorf("the documented values are not the defaults (-default +documented):\n%s", diff)
	}
	example := got.Server("example")
	written := cmpopts.IgnoreFields(config.Server{}, "Command", "Args", "Env", "Tools")
	if diff := cmp.Diff(config.DefaultServer("example"), *example, written, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("the documented server does not have the defaults (-default +documented):\n%s", diff)
	}
}

// Each relative link of the documents leads to a file of the repository, and to a
// heading of it if it names one.
func TestDocumentLinks(t *testing.T) {
	var pages []string
	for _, pattern := range []string{"*.md", "docs/*.md", "examples/*/*.md", "examples/*/*/*.md", "examples/*/*/*/*.md"} {
		found, err := filepath.Glob(filepath.Join("../..", pattern))
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, found...)
	}
	checked := 0
	link := regexp.MustCompile(`\]\(([^):]*)\)`) // a link with a colon is an external address
	for _, page := range pages {
		if strings.Contains(page, "node_modules") {
			continue
		}
		for _, match := range link.FindAllStringSubmatch(readPage(t, page), -1) {
			file, heading, _ := strings.Cut(match[1], "#")
			target := page
			if file != "" {
				target = filepath.Join(filepath.Dir(page), file)
			}
			checked++
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s: link %s: %v", page, match[1], err)
			} else if heading != "" && !slices.Contains(anchors(readPage(t, target)), heading) {
				t.Errorf("%s: link %s: got headings %q, want %q", page, match[1], anchors(readPage(t, target)), heading)
			}
		}
	}
	if checked < 30 {
		t.Errorf("found %d links, want at least 30", checked)
	}
}

// anchors returns the anchors that Git hosts make from the headings of a page.
func anchors(markdown string) []string {
	var all []string
	for _, match := range regexp.MustCompile("(?m)^#+ (.*)$").FindAllStringSubmatch(markdown, -1) {
		words := regexp.MustCompile(`[^\pL\pN _-]`).ReplaceAllString(strings.ToLower(match[1]), "")
		all = append(all, strings.ReplaceAll(words, " ", "-"))
	}
	return all
}
