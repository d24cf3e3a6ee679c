package repository_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/coderef-system/coderefd/codeintel/repository"
	"github.com/coderef-system/coderefd/codeintel/source"
)

// gitRepo is a repository that the git program made.
type gitRepo struct {
	t   testing.TB
	dir string

	tracker *repository.Tracker // kept by checkDirty
	tracked string              // the folder of tracker
}

// newRepo returns an empty repository on branch main.
func newRepo(t testing.TB) *gitRepo {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("these tests compare with the git program, which is not installed")
	}
	g := &gitRepo{t: t, dir: t.TempDir()}
	g.git("init", "-q", "-b", "main")
	return g
}

// git runs the git program and returns its output without the last line end.
func (g *gitRepo) git(args ...string) string {
	g.t.Helper()
	out, err := g.try(args...)
	if err != nil {
		g.t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return out
}

func (g *gitRepo) try(args ...string) (string, error) {
	cmd := exec.Command("git", append([]string{"-c", "protocol.file.allow=always"}, args...)...)
	cmd.Dir = g.dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
	for _, who := range []string{"AUTHOR", "COMMITTER"} {
		cmd.Env = append(cmd.Env, "GIT_"+who+"_NAME=A", "GIT_"+who+"_EMAIL=a@example.com",
			"GIT_"+who+"_DATE=2020-01-02T03:04:05Z")
	}
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	return strings.TrimRight(out.String(), "\n"), err
}

func (g *gitRepo) write(path, text string) {
	g.t.Helper()
	full := filepath.Join(g.dir, filepath.FromSlash(path))
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		g.t.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
		g.t.Fatal(err)
	}
}

// commit commits all files and returns the name of the commit.
func (g *gitRepo) commit(message string) string {
	g.t.Helper()
	g.git("add", "-A")
	g.git("commit", "-q", "--allow-empty", "-m", message)
	return g.git("rev-parse", "HEAD")
}

func (g *gitRepo) open() *repository.Repository { return openAt(g.t, g.dir) }

func openAt(t testing.TB, dir string) *repository.Repository {
	t.Helper()
	r, err := repository.Open(dir, source.Roots{})
	if err != nil {
		t.Fatalf("open %s: %v", dir, err)
	}
	t.Cleanup(r.Close)
	return r
}

// status returns what git reports about tracked files.
func (g *gitRepo) status(args ...string) string {
	return g.git(append([]string{"--no-optional-locks", "status", "--porcelain", "--untracked-files=no", "--no-renames"}, args...)...)
}

func (g *gitRepo) checkDirty(row string) {
	g.t.Helper()
	if g.tracker == nil || g.tracked != g.dir {
		g.tracker, g.tracked = repository.NewTracker(g.dir, source.Roots{}), g.dir
	}
	status := g.status("--ignore-submodules=untracked", ".")
	for _, kind := range []string{"kept", "new"} {
		tracker := g.tracker
		if kind == "new" {
			tracker = repository.NewTracker(g.dir, source.Roots{})
		}
		got, err := tracker.Identify(context.Background(), nil, 0)
		if err != nil || got.Dirty == nil {
			g.t.Errorf("%s: %s tracker: got dirty %v, error %v, want no error", row, kind, got.Dirty, err)
			continue
		}
		if want := status != ""; *got.Dirty != want {
			g.t.Errorf("%s: %s tracker: got dirty %v, want %v, as git status reports:\n%s", row, kind, *got.Dirty, want, status)
		}
	}
}
