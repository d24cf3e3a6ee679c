package typescript

import (
	"context"
	"crypto/sha256"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// TestMentionsCoverFixtures resolves every file of every fixture and checks that the
// mentions and aliases alone connect every target to the file that refers to it.
func TestMentionsCoverFixtures(t *testing.T) {
	archives, err := filepath.Glob("../testdata/projects/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("got %d archives and error %v, want at least one", len(archives), err)
	}
	own, err := filepath.Glob("testdata/references/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range append(archives, own...) {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			dir, root := t.TempDir(), ""
			for _, f := range archive.Files {
				if strings.Contains(f.Name, " -> ") {
					continue
				}
				if f.Name == "root" {
					root = strings.TrimSpace(string(f.Data))
				}
				write(t, filepath.Join(dir, f.Name), string(f.Data))
			}
			checkMentions(t, filepath.Join(dir, root))
		})
	}
}

// checkMentions fails for every edge of a project that its mentions do not cover.
func checkMentions(t *testing.T, dir string) {
	t.Helper()
	p := projectAt(t, dir)
	a := &Analyzer{}
	changes, err := a.Update(context.Background(), p, nil)
	if err != nil {
		t.Fatal(err)
	}
	c := newCoverage(changes.Declared)
	edges := 0
	if _, err := a.Resolve(context.Background(), p.Files, facts.AllReferences, func(f facts.File) {
		for _, call := range f.Calls {
			edges++
			c.check(t, f.Path, "call", call.To, facts.Called|facts.Inherited, call.Line)
		}
		for _, i := range f.Imports {
			edges++
			c.check(t, f.Path, "import", i.To, facts.Imported, i.Line)
		}
		for _, h := range f.Heritage {
			edges++
			c.check(t, f.Path, "heritage", h.Of, facts.Inherited, 0)
		}
		for _, r := range f.References {
			edges++
			c.checkNames(t, f.Path, "reference", r.To, facts.Mentioned, r.Line)
		}
	}, nil); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d files, %d edges", len(p.Files), edges)
}

// coverage holds the declarations and aliases of a project.
type coverage struct {
	declared map[string]facts.Declared
	aliases  map[string][]string        // aliases by the aliased name
	cache    map[string]map[string]bool // results of names
}

func newCoverage(declared []facts.Declared) *coverage {
	c := &coverage{
		declared: map[string]facts.Declared{}, aliases: map[string][]string{},
		cache: map[string]map[string]bool{},
	}
	for _, d := range declared {
		c.declared[d.Path] = d
		for _, a := range d.Mentions.Aliases {
			c.aliases[a.Of] = append(c.aliases[a.Of], a.Name)
		}
	}
	return c
}

// names returns a name and its aliases, direct and indirect.
func (c *coverage) names(first string) map[string]bool {
	if known := c.cache[first]; known != nil {
		return known
	}
	names, queue := map[string]bool{first: true}, []string{first}
	for len(queue) > 0 {
		next := queue[0]
		queue = queue[1:]
		for _, n := range c.aliases[next] {
			if !names[n] {
				names[n] = true
				queue = append(queue, n)
			}
		}
	}
	c.cache[first] = names
	return names
}

// check checks that the mentions of a file cover one of its edges. kind describes the
// edge.
func (c *coverage) check(t *testing.T, file, kind string, to facts.Target, roles facts.Role, line int) {
	t.Helper()
	if to.External != "" || to.File == file {
		return
	}
	if to.Decl == facts.ModuleLevel && slices.Contains(c.declared[file].Mentions.Modules, to.File) {
		return
	}
	c.checkNames(t, file, kind, to, roles, line)
}

// checkNames checks that a file mentions one of the names of a target in one of the
// roles. The file can be the one that declares the target.
func (c *coverage) checkNames(t *testing.T, file, kind string, to facts.Target, roles facts.Role, line int) {
	t.Helper()
	mentions := c.declared[file].Mentions
	first := to.File
	if to.Decl != facts.ModuleLevel {
		first = c.declared[to.File].Decls[to.Decl].Name
		if first == "constructor" || strings.HasSuffix(first, ".constructor") {
			first = strings.TrimSuffix(first, ".constructor")
		}
		first = syntax.LastSegment(first)
		if to.Member != "" {
			if !slices.Contains(c.declared[to.File].Members[to.Decl], to.Member) {
				t.Errorf("%s:%d: %s of %s#%s: got member %q, want one of %v", file, line, kind, to.File, first,
					to.Member, c.declared[to.File].Members[to.Decl])
			}
			first = to.Member
		}
	}
	for n := range c.names(first) {
		if mentions.Names[n]&roles != 0 {
			return
		}
	}
	t.Errorf("%s:%d: %s of %s#%s (%s): got no mention, want one of %v", file, line, kind, to.File, first, to.Member,
		c.names(first))
}

// projectAt reads the project in a folder.
func projectAt(t testing.TB, dir string) *facts.Project {
	t.Helper()
	dir, err := filepath.Abs(dir)
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir)
	}
	if err != nil {
		t.Fatal(err)
	}
	p := &facts.Project{Root: filepath.ToSlash(dir), Known: map[string]facts.Digest{}}
	texts := map[string]string{}
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && d.Name() == "node_modules" {
			return filepath.SkipDir
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil || !d.Type().IsRegular() || !(Language{}).IsSource(rel) && !(Language{}).IsConfig(rel) {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		p.Known[rel], texts[rel] = digestOf(string(data)), string(data)
		if (Language{}).IsSource(rel) {
			p.Files = append(p.Files, rel)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(p.Files)
	p.Read = func(rel string) (string, bool) {
		text, ok := texts[rel]
		return text, ok
	}
	return p
}

func digestOf(text string) facts.Digest {
	sum := sha256.Sum256([]byte(text))
	return facts.Digest(sum[:16])
}

func write(t testing.TB, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
