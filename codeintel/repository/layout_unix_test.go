//go:build unix

package repository_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/coderef-system/coderefd/codeintel/repository"
	"github.com/coderef-system/coderefd/codeintel/source"
)

// identify returns the identity of a folder as text.
func identify(t testing.TB, dir string, roots source.Roots) (string, error) {
	t.Helper()
	found, err := repository.NewTracker(dir, roots).Identify(context.Background(), nil, 0)
	dirty := "unknown"
	if found.Dirty != nil {
		dirty = fmt.Sprint(*found.Dirty)
	}
	return fmt.Sprintf("commit %.8s, branch %s, dirty %s", found.Commit, found.Branch, dirty), err
}

func TestIdentityOfLayouts(t *testing.T) {
	rows := []struct {
		name   string
		make   func(g *gitRepo) string // returns the folder to identify
		commit bool
		branch string
		dirty  string
	}{
		{"work tree", func(g *gitRepo) string { return g.dir }, true, "main", "false"},
		{"folder", func(g *gitRepo) string { return g.path("sub") }, true, "main", "false"},
		{"untracked folder", func(g *gitRepo) string {
			g.must(os.MkdirAll(g.path("new/deep"), 0o755))
			return g.path("new/deep")
		}, true, "main", "false"},
		{"branch with slashes", func(g *gitRepo) string { g.git("checkout", "-q", "-b", "a/b/c"); return g.dir }, true, "a/b/c", "false"},
		{"packed references", func(g *gitRepo) string { g.git("pack-refs", "--all"); return g.dir }, true, "main", "false"},
		{"packed objects", func(g *gitRepo) string { g.git("gc", "-q"); return g.dir }, true, "main", "false"},
		{"pack with an index of version 1", func(g *gitRepo) string {
			g.git("-c", "pack.indexVersion=1", "repack", "-adq")
			return g.dir
		}, true, "main", "false"},
		{"detached", func(g *gitRepo) string { g.git("checkout", "-q", "--detach"); return g.dir }, true, "", "false"},
		{"unborn branch", func(g *gitRepo) string { return newRepo(g.t).dir }, false, "main", "false"},
		{"linked work tree", func(g *gitRepo) string {
			g.git("worktree", "add", "-q", "-b", "linked", g.path("../linked"))
			return g.path("../linked")
		}, true, "linked", "false"},
		{"modified linked work tree", func(g *gitRepo) string {
			g.git("worktree", "add", "-q", "-b", "linked", g.path("../linked"))
			g.write("../linked/a.go", "modified")
			return g.path("../linked")
		}, true, "linked", "true"},
		{"submodule", func(g *gitRepo) string { return withSubmodule(g).path("module") }, true, "main", "false"},
		{"repository with a submodule", func(g *gitRepo) string { return withSubmodule(g).dir }, true, "main", "false"},
		{"repository with a modified submodule", func(g *gitRepo) string {
			g = withSubmodule(g)
			g.write("module/a.go", "modified")
			return g.dir
		}, true, "main", "true"},
		{"repository with another commit of a submodule", func(g *gitRepo) string {
			g = withSubmodule(g)
			g.git("-C", "module", "commit", "-q", "--allow-empty", "-m", "more")
			return g.dir
		}, true, "main", "true"},
		{"repository with a submodule that is not checked out", func(g *gitRepo) string {
			g = withSubmodule(g)
			g.git("submodule", "--quiet", "deinit", "--force", "module")
			return g.dir
		}, true, "main", "false"},
		{"bare", func(g *gitRepo) string {
			g.git("clone", "-q", "--bare", ".", g.path("../bare"))
			return g.path("../bare")
		}, true, "main", "unknown"},
		{"shallow clone", func(g *gitRepo) string {
			g.git("clone", "-q", "--depth", "1", "file://"+g.dir, g.path("../shallow"))
			return g.path("../shallow")
		}, true, "main", "false"},
		{"clone with alternates", func(g *gitRepo) string {
			g.git("clone", "-q", "--shared", ".", g.path("../shared"))
			return g.path("../shared")
		}, true, "main", "false"},
		{"sparse checkout", func(g *gitRepo) string { g.git("sparse-checkout", "set", "other"); return g.dir }, true, "main", "false"},
		{"sparse index", func(g *gitRepo) string {
			g.git("sparse-checkout", "set", "--cone", "--sparse-index", "other")
			return g.dir
		}, true, "main", "false"},
		{"link to the work tree", func(g *gitRepo) string {
			link := filepath.Join(g.t.TempDir(), "link")
			g.must(os.Symlink(g.dir, link))
			return filepath.Join(link, "sub")
		}, true, "main", "false"},
		{"HEAD as a link", func(g *gitRepo) string {
			g.must(os.Remove(g.path(".git/HEAD")))
			g.must(os.Symlink("refs/heads/main", g.path(".git/HEAD")))
			return g.dir
		}, true, "main", "false"},
		{"work tree elsewhere", func(g *gitRepo) string {
			g.must(os.Rename(g.path(".git"), g.path("../data")))
			g.must(os.WriteFile(g.path(".git"), []byte("gitdir: ../data\n"), 0o644))
			return g.path("sub")
		}, true, "main", "false"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			g := newRepo(t)
			g.dir = g.path("repo")
			g.must(os.Mkdir(g.dir, 0o755))
			g.git("init", "-q", "-b", "main")
			g.write("a.go", "a")
			g.commit("first")
			g.write("sub/b.go", "b")
			g.write("other/c.go", "c")
			g.commit("second")
			dir := row.make(g)
			commit := ""
			if row.commit {
				commit = (&gitRepo{t: t, dir: dir}).git("rev-parse", "HEAD")
			}
			got, err := identify(t, dir, source.Roots{})
			want := fmt.Sprintf("commit %.8s, branch %s, dirty %s", commit, row.branch, row.dirty)
			if err != nil || got != want {
				t.Errorf("got %s, error %v, want %s", got, err, want)
			}
		})
	}
}

// withSubmodule returns a repository that contains g as a submodule named "module".
func withSubmodule(g *gitRepo) *gitRepo {
	outer := newRepo(g.t)
	outer.git("submodule", "--quiet", "add", g.dir, "module")
	outer.commit("submodule")
	return outer
}

func TestNoRepository(t *testing.T) {
	if _, err := identify(t, t.TempDir(), source.Roots{}); !errors.Is(err, repository.ErrNone) {
		t.Errorf("got %v, want ErrNone", err)
	}
}

// TestBrokenRepositories checks that broken and hostile repositories give an error, in time.
func TestBrokenRepositories(t *testing.T) {
	replace := func(g *gitRepo, path string, with func(path string) error) {
		g.must(os.RemoveAll(g.path(path)))
		g.must(with(g.path(path)))
	}
	text := func(text string) func(string) error {
		return func(path string) error { return os.WriteFile(path, []byte(text), 0o644) }
	}
	pipe := func(path string) error { return syscall.Mkfifo(path, 0o644) }
	sparse := func(path string) error {
		f, err := os.Create(path)
		if err != nil {
			return err
		}
		defer f.Close()
		return f.Truncate(1 << 40)
	}
	device := func(path string) error { return os.Symlink("/dev/zero", path) }
	rows := []struct {
		name string
		edit func(g *gitRepo)
	}{
		{"empty HEAD", func(g *gitRepo) { replace(g, ".git/HEAD", text("")) }},
		{"HEAD leads out", func(g *gitRepo) { replace(g, ".git/HEAD", text("ref: refs/../../../etc/passwd\n")) }},
		{"HEAD is no reference", func(g *gitRepo) { replace(g, ".git/HEAD", text("ref: config\n")) }},
		{"HEAD is a pipe", func(g *gitRepo) { replace(g, ".git/HEAD", pipe) }},
		{"HEAD is endless", func(g *gitRepo) { replace(g, ".git/HEAD", device) }},
		{"references in a circle", func(g *gitRepo) { replace(g, ".git/refs/heads/main", text("ref: refs/heads/main\n")) }},
		{"branch is a pipe", func(g *gitRepo) { replace(g, ".git/refs/heads/main", pipe) }},
		{"branch is no name", func(g *gitRepo) { replace(g, ".git/refs/heads/main", text("x\n")) }},
		{"branch names a missing commit", func(g *gitRepo) {
			replace(g, ".git/refs/heads/main", text(strings.Repeat("1", 40)+"\n"))
		}},
		{"packed references are a pipe", func(g *gitRepo) {
			g.git("pack-refs", "--all")
			replace(g, ".git/packed-refs", pipe)
		}},
		{"packed references are huge", func(g *gitRepo) {
			g.git("pack-refs", "--all")
			replace(g, ".git/packed-refs", sparse)
		}},
		{"index is a pipe", func(g *gitRepo) { replace(g, ".git/index", pipe) }},
		{"index is huge", func(g *gitRepo) { replace(g, ".git/index", sparse) }},
		{"index is endless", func(g *gitRepo) { replace(g, ".git/index", device) }},
		{"index is cut off", func(g *gitRepo) { g.must(os.Truncate(g.path(".git/index"), 100)) }},
		{"index is split", func(g *gitRepo) { g.git("update-index", "--split-index") }},
		{"configuration is a pipe", func(g *gitRepo) { replace(g, ".git/config", pipe) }},
		{"configuration is huge", func(g *gitRepo) { replace(g, ".git/config", sparse) }},
		{"unknown format", func(g *gitRepo) { g.git("config", "core.repositoryFormatVersion", "7") }},
		{"names of SHA-256", func(g *gitRepo) {
			g.must(os.RemoveAll(g.path(".git")))
			g.git("init", "-q", "-b", "main", "--object-format=sha256")
		}},
		{"references in the format reftable", func(g *gitRepo) {
			replace(g, ".git/config", text("[core]\n\trepositoryformatversion = 1\n[extensions]\n\trefStorage = reftable\n"))
		}},
		{".git is a pipe", func(g *gitRepo) { replace(g, ".git", pipe) }},
		{".git names nothing", func(g *gitRepo) { replace(g, ".git", text("gitdir: \n")) }},
		{".git names a missing folder", func(g *gitRepo) { replace(g, ".git", text("gitdir: /nowhere\n")) }},
		{".git is not a file of git", func(g *gitRepo) { replace(g, ".git", text("something")) }},
		{".git is in a circle", func(g *gitRepo) { replace(g, ".git", func(p string) error { return os.Symlink(".git", p) }) }},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			g := newRepo(t)
			g.write("a.go", "a")
			g.commit("first")
			row.edit(g)
			if got, err := identify(t, g.dir, source.Roots{}); err == nil || errors.Is(err, repository.ErrNone) {
				t.Errorf("got %s, error %v, want another error", got, err)
			}
		})
	}
}

// TestObjectsAreDamaged checks that a damaged object is an error. The index has no trees, so that
// the trees of the commit are read.
func TestObjectsAreDamaged(t *testing.T) {
	for _, kind := range []string{"pipe", "cut off", "other content", "no zlib data", "missing", "huge"} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			g := newRepo(t)
			g.write("a.go", "a")
			g.commit("first")
			name := g.git("rev-parse", "HEAD^{tree}")
			path := g.path(".git/objects/" + name[:2] + "/" + name[2:])
			data, err := os.ReadFile(path)
			g.must(err)
			g.must(os.Remove(path))
			switch kind {
			case "pipe":
				g.must(syscall.Mkfifo(path, 0o644))
			case "cut off":
				g.must(os.WriteFile(path, data[:len(data)/2], 0o644))
			case "other content":
				other := g.git("rev-parse", "HEAD")
				g.must(os.Link(g.path(".git/objects/"+other[:2]+"/"+other[2:]), path))
			case "no zlib data":
				g.must(os.WriteFile(path, []byte("tree 5\x00hello"), 0o644))
			case "huge":
				g.must(os.WriteFile(path, []byte{0x78, 0x9c}, 0o644))
				g.must(os.Truncate(path, 1<<40))
			}
			files, err := g.open().Files(context.Background(), "HEAD")
			if err == nil {
				t.Errorf("got files %v, want an error", files)
			}
		})
	}
}

func TestRootsBoundRepository(t *testing.T) {
	g := newRepo(t)
	g.write("sub/a.go", "a")
	commit := g.commit("first")
	whole, err := source.NewRoots([]string{g.dir})
	g.must(err)
	part, err := source.NewRoots([]string{g.path("sub")})
	g.must(err)
	want := fmt.Sprintf("commit %.8s, branch main, dirty false", commit)
	if got, err := identify(t, g.path("sub"), whole); err != nil || got != want {
		t.Errorf("repository inside of the roots: got %s, %v, want %s", got, err, want)
	}
	if got, err := identify(t, g.path("sub"), part); err == nil || errors.Is(err, repository.ErrNone) {
		t.Errorf("repository outside of the roots: got %s, %v, want an error", got, err)
	}
}

func TestShallowHistoryIsExplained(t *testing.T) {
	g := newRepo(t)
	g.commit("one")
	g.commit("two")
	g.git("clone", "-q", "--depth", "1", "file://"+g.dir, g.path("shallow"))
	_, err := openAt(t, g.path("shallow")).Resolve("HEAD~1")
	if !errors.Is(err, repository.ErrRevision) || !strings.Contains(err.Error(), "shallow") {
		t.Errorf("got %v, want an error that says that the clone is shallow", err)
	}
}

// TestUntrackedSourcesAreDirty checks that files that are analysed and not tracked count.
func TestUntrackedSourcesAreDirty(t *testing.T) {
	g := newRepo(t)
	g.write("a.go", "a")
	g.commit("first")
	tracker := repository.NewTracker(g.dir, source.Roots{})
	for i, row := range []struct {
		name     string
		analysed []string
		want     bool
	}{
		{"tracked", []string{"a.go"}, false},
		{"untracked", []string{"a.go", "b.go"}, true},
		{"none", nil, false},
		{"untracked before the tracked ones", []string{"_.go", "a.go"}, true},
	} {
		var files []*source.File
		for _, path := range row.analysed {
			files = append(files, &source.File{Path: path})
		}
		got, err := tracker.Identify(context.Background(), files, uint64(i))
		if err != nil || got.Dirty == nil || *got.Dirty != row.want {
			t.Errorf("%s: got dirty %v, error %v, want %v", row.name, got.Dirty, err, row.want)
		}
	}
}
