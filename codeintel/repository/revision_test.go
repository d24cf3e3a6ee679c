package repository_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/coderef-system/coderefd/codeintel/repository"
)

// history returns a repository with branches, tags and a merge.
func history(t *testing.T) *gitRepo {
	g := newRepo(t)
	body := strings.Repeat("some line\n", 300)
	for i := range 12 {
		g.write("a.txt", fmt.Sprintf("%s%d\n", body, i))
		g.write(fmt.Sprintf("dir/sub%d/file.go", i), fmt.Sprintf("package p%d\n", i))
		g.commit(fmt.Sprintf("commit %d", i))
	}
	g.git("tag", "light", "HEAD~2")
	g.git("tag", "-a", "v1.0", "-m", "one", "HEAD~3")
	g.git("tag", "-a", "nested", "-m", "two", "v1.0")
	g.git("checkout", "-q", "-b", "feature/x", "HEAD~4")
	g.write("b.txt", "b")
	g.commit("on a branch")
	g.git("checkout", "-q", "main")
	g.git("merge", "-q", "--no-ff", "-m", "merge", "feature/x")
	g.git("update-ref", "refs/remotes/origin/main", "HEAD~1")
	g.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main")
	return g
}

func TestResolveEqualsRevParse(t *testing.T) {
	g := history(t)
	head := g.git("rev-parse", "HEAD")
	tag := g.git("rev-parse", "v1.0")
	revisions := []string{
		"HEAD", "@", "@~1", "main", "refs/heads/main", "heads/main", "feature/x", "light", "v1.0", "tags/v1.0", "nested",
		"v1.0^{}", "v1.0^{commit}", "v1.0~2", "HEAD^", "HEAD^1", "HEAD^2", "HEAD^2~3", "HEAD~~", "HEAD^0", "HEAD~0", "HEAD~5^^",
		"origin", "origin/main", head, strings.ToUpper(head), head[:7], head[:4], head[:12] + "~2", tag, tag[:10],
		"v1.0-3-g" + head[:8],
	}
	bad := []string{
		"", "none", "HEAD^3", "HEAD~1000", "HEAD^{tree}", "HEAD^{/x}", "../HEAD", "refs/heads", "@{-1}", "HEAD:a.txt", "0000",
		strings.Repeat("0", 40), "zzzz", "HEAD~x", "main..feature/x", "-", strings.Repeat("a", 5000), "HEAD~99999999999999999999",
	}
	for _, packed := range []bool{false, true} {
		if packed {
			g.git("pack-refs", "--all")
			g.git("repack", "-adfq", "--depth=50", "--window=50")
		}
		r := g.open()
		for _, revision := range revisions {
			want := g.git("rev-parse", revision+"^{commit}")
			got, err := r.Resolve(revision)
			if err != nil || got.String() != want {
				t.Errorf("packed %v, %s: got %s, %v, want %s", packed, revision, got, err, want)
			}
		}
		for _, revision := range bad {
			if got, err := r.Resolve(revision); !errors.Is(err, repository.ErrRevision) {
				t.Errorf("packed %v, %.50q: got %s, %v, want an error that wraps ErrRevision", packed, revision, got, err)
			}
		}
	}
}
