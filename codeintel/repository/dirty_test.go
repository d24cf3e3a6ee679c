package repository_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func (g *gitRepo) must(err error) {
	g.t.Helper()
	if err != nil {
		g.t.Fatal(err)
	}
}

func (g *gitRepo) path(rel string) string { return filepath.Join(g.dir, filepath.FromSlash(rel)) }

// lfs commits a.bin through a filter that stores pointers as Git LFS does.
func (g *gitRepo) lfs(text string) {
	g.git("config", "filter.lfs.clean",
		`sum=$(sha256sum | cut -d" " -f1); printf "version https://git-lfs.github.com/spec/v1\noid sha256:$sum\nsize 5\n"`)
	g.git("config", "filter.lfs.smudge", "cat >/dev/null; printf "+text)
	g.write(".gitattributes", "*.bin filter=lfs diff=lfs merge=lfs -text\n")
	g.write("a.bin", text)
	g.commit("large file")
}

func TestDirtyEqualsGitStatus(t *testing.T) {
	rows := []struct {
		name string
		edit func(g *gitRepo)
	}{
		{"clean", func(*gitRepo) {}},
		{"modified", func(g *gitRepo) { g.write("a.go", "other text") }},
		{"modified with the same size", func(g *gitRepo) { g.write("a.go", "b") }},
		{"modified with the same size and time", func(g *gitRepo) {
			info, err := os.Stat(g.path("a.go"))
			g.must(err)
			g.write("a.go", "b")
			g.must(os.Chtimes(g.path("a.go"), info.ModTime(), info.ModTime()))
		}},
		{"written with the same content", func(g *gitRepo) { g.write("a.go", "a") }},
		{"touched", func(g *gitRepo) { g.must(os.Chtimes(g.path("a.go"), time.Unix(1, 0), time.Unix(1, 0))) }},
		{"executable", func(g *gitRepo) { g.must(os.Chmod(g.path("a.go"), 0o755)) }},
		{"executable without core.fileMode", func(g *gitRepo) {
			g.git("config", "core.fileMode", "false")
			g.must(os.Chmod(g.path("a.go"), 0o755))
		}},
		{"read-only", func(g *gitRepo) { g.must(os.Chmod(g.path("a.go"), 0o444)) }},
		{"deleted", func(g *gitRepo) { g.must(os.Remove(g.path("sub/b.go"))) }},
		{"folder deleted", func(g *gitRepo) { g.must(os.RemoveAll(g.path("sub"))) }},
		{"staged", func(g *gitRepo) { g.write("a.go", "b"); g.git("add", "a.go") }},
		{"staged in a folder", func(g *gitRepo) { g.write("sub/b.go", "c"); g.git("add", "-A") }},
		{"staged and reverted", func(g *gitRepo) {
			g.write("a.go", "b")
			g.git("add", "a.go")
			g.write("a.go", "a")
			g.git("add", "a.go")
		}},
		{"new file staged", func(g *gitRepo) { g.write("z.go", "b"); g.git("add", "z.go") }},
		{"new file in a folder staged", func(g *gitRepo) { g.write("new/z.go", "b"); g.git("add", "-A") }},
		{"intent to add", func(g *gitRepo) { g.write("z.go", "b"); g.git("add", "-N", "z.go") }},
		{"removed from the index", func(g *gitRepo) { g.git("rm", "-q", "--cached", "a.go") }},
		{"all removed from the index", func(g *gitRepo) { g.git("rm", "-rq", "--cached", ".") }},
		{"untracked", func(g *gitRepo) { g.write("untracked.go", "b") }},
		{"file became a link", func(g *gitRepo) {
			g.must(os.Remove(g.path("a.go")))
			g.must(os.Symlink("a", g.path("a.go")))
		}},
		{"link changed", func(g *gitRepo) {
			g.must(os.Remove(g.path("link")))
			g.must(os.Symlink("sub/b.go", g.path("link")))
		}},
		{"file became a folder", func(g *gitRepo) { g.must(os.Remove(g.path("a.go"))); g.write("a.go/x", "a") }},
		{"folder became a link", func(g *gitRepo) {
			g.must(os.Rename(g.path("sub"), g.path("elsewhere")))
			g.must(os.Symlink("elsewhere", g.path("sub")))
		}},
		{"assumed unchanged", func(g *gitRepo) { g.git("update-index", "--assume-unchanged", "a.go"); g.write("a.go", "b") }},
		{"not checked out", func(g *gitRepo) { g.git("update-index", "--skip-worktree", "a.go"); g.must(os.Remove(g.path("a.go"))) }},
		{"line ends converted by configuration", func(g *gitRepo) {
			g.git("config", "core.autocrlf", "true")
			g.write("lines.txt", "1\r\n2\r\n")
		}},
		{"line ends converted by attributes", func(g *gitRepo) {
			g.write(".gitattributes", "*.txt text\n")
			g.commit("attributes")
			g.write("lines.txt", "1\r\n2\r\n")
		}},
		{"converted line ends touched", func(g *gitRepo) {
			g.git("config", "core.autocrlf", "true")
			g.must(os.Remove(g.path("lines.txt")))
			g.git("checkout", "lines.txt")
			g.must(os.Chtimes(g.path("lines.txt"), time.Unix(1, 0), time.Unix(1, 0)))
		}},
		{"Git LFS", func(g *gitRepo) { g.lfs("large"); g.write("a.bin", "large") }},
		{"Git LFS, touched", func(g *gitRepo) {
			g.lfs("large")
			g.must(os.Chtimes(g.path("a.bin"), time.Unix(1, 0), time.Unix(1, 0)))
		}},
		{"Git LFS, modified", func(g *gitRepo) { g.lfs("large"); g.write("a.bin", "other") }},
		{"line ends changed", func(g *gitRepo) { g.write("lines.txt", "1\r\n2\r\n") }},
		{"merge conflict", func(g *gitRepo) {
			g.git("checkout", "-q", "-b", "other")
			g.write("a.go", "theirs")
			g.commit("theirs")
			g.git("checkout", "-q", "main")
			g.write("a.go", "ours")
			g.commit("ours")
			if out, err := g.try("merge", "other"); err == nil {
				g.t.Fatalf("merge: got success, want a conflict:\n%s", out)
			}
		}},
		{"amended to another tree", func(g *gitRepo) { g.git("reset", "-q", "--soft", "HEAD~1") }},
		{"index version 3", func(g *gitRepo) { g.write("a.go", "b"); g.git("update-index", "--index-version", "3") }},
		{"index version 4", func(g *gitRepo) { g.git("update-index", "--index-version", "4") }},
		{"index version 4, modified", func(g *gitRepo) {
			g.git("update-index", "--index-version", "4")
			g.write("sub/b.go", "x")
		}},
		{"no index", func(g *gitRepo) { g.must(os.Remove(g.path(".git/index"))) }},
		{"no commit", func(g *gitRepo) { g.git("checkout", "-q", "--orphan", "new") }},
		{"no commit and nothing staged", func(g *gitRepo) {
			g.git("checkout", "-q", "--orphan", "new")
			g.git("rm", "-rqf", ".")
		}},
		{"detached", func(g *gitRepo) { g.git("checkout", "-q", "--detach", "HEAD~1") }},
	}
	for _, row := range rows {
		for _, folder := range []string{"", "sub"} {
			t.Run(row.name+" "+folder, func(t *testing.T) {
				t.Parallel()
				g := newRepo(t)
				g.write("lines.txt", "1\n2\n")
				g.commit("first")
				g.write("a.go", "a")
				g.write("sub/b.go", "b")
				g.write("sub/deep/c.go", "c")
				g.must(os.Symlink("a.go", g.path("link")))
				g.commit("second")
				g.dir = g.path(folder)
				g.checkDirty("before the edit")
				g.dir = strings.TrimSuffix(g.dir, folder)
				row.edit(g)
				if info, err := os.Stat(g.path(folder)); err != nil || !info.IsDir() {
					t.Skip("the folder was removed")
				}
				g.dir = g.path(folder)
				g.checkDirty(row.name)
			})
		}
	}
}

// TestDirtyOnRandomTrees makes random edits of random trees. The files are written in the same
// moment as the index, so that their times prove nothing.
func TestDirtyOnRandomTrees(t *testing.T) {
	t.Parallel()
	for seed := range uint64(12) {
		random := rand.New(rand.NewPCG(seed, 1))
		g := newRepo(t)
		var paths []string
		for i := range 40 {
			path := fmt.Sprintf("f%d", i)
			for range random.IntN(4) {
				path = fmt.Sprintf("d%d/%s", random.IntN(3), path)
			}
			paths = append(paths, path)
			g.write(path, fmt.Sprint(random.IntN(3)))
		}
		g.commit("all")
		for step := range 8 {
			path := paths[random.IntN(len(paths))]
			switch random.IntN(7) {
			case 0, 1:
				g.write(path, fmt.Sprint(random.IntN(3)))
			case 2:
				if err := os.Remove(g.path(path)); err != nil && !os.IsNotExist(err) {
					t.Fatal(err)
				}
			case 3:
				g.git("add", "-A")
			case 4:
				g.commit("step")
			case 5:
				g.git("reset", "-q", "--hard")
			case 6:
				if _, err := os.Stat(g.path(path)); err == nil {
					g.must(os.Chmod(g.path(path), 0o644|os.FileMode(random.IntN(2))*0o111))
				}
			}
			g.checkDirty(fmt.Sprintf("seed %d, step %d", seed, step))
		}
	}
}
