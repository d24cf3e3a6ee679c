package tag

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fsnotify/fsnotify"
	"github.com/google/go-cmp/cmp"
)

func write(t *testing.T, dir, file, text string) string {
	t.Helper()
	name := filepath.Join(dir, file)
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

func run(t *testing.T, r Request) *Result {
	t.Helper()
	if r.Extensions == nil {
		r.Extensions = []string{".ts", ".go"}
	}
	result, err := Run(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestRunTagsOnlySelectedFiles checks that the selected files are tagged, that other files are
// unchanged, and that no temporary file remains.
func TestRunTagsOnlySelectedFiles(t *testing.T) {
	dir := t.TempDir()
	const text = "function f() {}\n"
	for _, file := range []string{
		"src/a.ts", "src/b.test.ts", "src/gen/c.ts", "lib/d.ts", "src/e.go", "node_modules/x/f.ts", "src/g.js",
	} {
		write(t, dir, file, text)
	}
	write(t, dir, "src/e.go", "package e\n\nfunc F() {}\n")
	write(t, dir, "src/min.ts", "\xff\x00")
	private := write(t, dir, "src/mode.ts", "\ufeffconst x = 1")
	if err := os.Chmod(private, 0o640); err != nil {
		t.Fatal(err)
	}
	locked := write(t, dir, "src/locked.ts", text)
	if err := os.Chmod(locked, 0o444); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(write(t, dir, "src/one.ts", text), filepath.Join(dir, "src/two.ts")); err != nil {
		t.Fatal(err)
	}
	outside := write(t, t.TempDir(), "o.ts", text)
	if err := os.Symlink(outside, filepath.Join(dir, "src/link.ts")); err != nil {
		t.Fatal(err)
	}
	r := Request{Root: dir, Path: filepath.Join(dir, "src"), Exclude: []string{"*.test.ts", "src/gen"}}
	r.DryRun = true
	planned := run(t, r)
	if planned.Written != 0 || read(t, filepath.Join(dir, "src/a.ts")) != text {
		t.Errorf("a dry run: got %d written files and src/a.ts %q; want 0, %q",
			planned.Written, read(t, filepath.Join(dir, "src/a.ts")), text)
	}
	r.DryRun = false
	done := run(t, r)
	if diff := cmp.Diff([]Skipped{
		{"src/link.ts", "symbolic link"},
		{"src/locked.ts", "not written: file is read-only"},
		{"src/min.ts", "binary"},
		{"src/one.ts", "not written: file has several hard links"},
		{"src/two.ts", "not written: file has several hard links"},
	}, done.Skipped); diff != "" {
		t.Errorf("skipped (-want +got):\n%s", diff)
	}
	if done.Written != 3 || done.Failed != 3 {
		t.Errorf("got %d written, %d failed; want 3, 3", done.Written, done.Failed)
	}
	for file, want := range map[string]string{
		"src/a.ts": "// @Fn/src/a.ts#f:2\n" + text, "src/e.go": "package e\n\n// @Fn/src/e.go#F:4\nfunc F() {}\n",
		"src/mode.ts": "\ufeff// @V/src/mode.ts#x:2\nconst x = 1", "src/b.test.ts": text, "src/gen/c.ts": text,
		"lib/d.ts": text, "node_modules/x/f.ts": text, "src/g.js": text, "src/locked.ts": text, "src/one.ts": text,
	} {
		if got := read(t, filepath.Join(dir, file)); got != want {
			t.Errorf("%s: got %q, want %q", file, got, want)
		}
	}
	if got := read(t, outside); got != text {
		t.Errorf("the target of a link to a file outside: got %q, want %q", got, text)
	}
	info, err := os.Stat(private)
	if err != nil {
		t.Fatal(err)
	}
	if got := info.Mode().Perm(); got != 0o640 {
		t.Errorf("mode: got %v, want 0640", got)
	}
	if again := run(t, r); again.Written != 0 {
		t.Errorf("the second run wrote %d files, want 0", again.Written)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "src/.*")); len(left) > 0 {
		t.Errorf("got temporary files %v, want none", left)
	}
	single := run(t, Request{Root: dir, Path: filepath.Join(dir, "src/b.test.ts")})
	if single.Written != 1 {
		t.Errorf("a path of a single file: got %+v, want 1 written file", single)
	}
}

func TestRunReturnsContextError(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "a.ts", "function f() {}\n")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Run(ctx, Request{Root: dir, Path: dir, Extensions: []string{".ts"}}); !errors.Is(err, context.Canceled) {
		t.Errorf("got error %v, want %v", err, context.Canceled)
	}
}

func TestProjectRootPrefersVersionControl(t *testing.T) {
	dir := t.TempDir()
	file := write(t, dir, "repo/packages/a/src/x.ts", "")
	anywhere := func(string) bool { return true }
	if got := ProjectRoot(filepath.Dir(file), anywhere); got != filepath.Dir(file) {
		t.Errorf("without a marker: got %s, want %s", got, filepath.Dir(file))
	}
	write(t, dir, "repo/packages/a/package.json", "{}")
	if got, want := ProjectRoot(file, anywhere), filepath.Join(dir, "repo/packages/a"); got != want {
		t.Errorf("with a manifest: got %s, want %s", got, want)
	}
	write(t, dir, "repo/.git", "gitdir: elsewhere\n")
	if got, want := ProjectRoot(file, anywhere), filepath.Join(dir, "repo"); got != want {
		t.Errorf("under version control: got %s, want %s", got, want)
	}
	below := func(folder string) bool { return strings.HasPrefix(folder, filepath.Join(dir, "repo/packages")) }
	if got, want := ProjectRoot(file, below), filepath.Join(dir, "repo/packages/a"); got != want {
		t.Errorf("with fewer allowed folders: got %s, want %s", got, want)
	}
}

// victim names the folder in which the test binary, run again, writes tags until
// it is killed.
const victim = "CODEREF_TAG_VICTIM"

func tagForever(folder string) {
	for i := 0; ; i++ {
		// Even rounds restore the files without tags, also atomically.
		r := Request{
			Root: folder, Path: folder, Extensions: []string{".ts"}, Options: Options{Force: i%2 == 0, Private: true},
		}
		if i%2 == 1 {
			if _, err := Run(context.Background(), r); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
			fmt.Fprintln(os.Stdout, "tagged")
			continue
		}
		for _, file := range files(folder) {
			temp := file + ".temp"
			if os.WriteFile(temp, []byte(victimText(file)), 0o644) != nil || os.Rename(temp, file) != nil {
				os.Exit(1)
			}
		}
		fmt.Fprintln(os.Stdout, "plain")
	}
}

func files(folder string) []string {
	var names []string
	for i := range 8 {
		names = append(names, filepath.Join(folder, fmt.Sprintf("f%d.ts", i)))
	}
	return names
}

func victimText(file string) string {
	var b strings.Builder
	for i := range 200 {
		fmt.Fprintf(&b, "export function f%d() { return '%s'; }\n\n", i, filepath.Base(file))
	}
	return b.String()
}

// awaitSteps waits for n changes of the temporary files from which the tagger makes the files of a folder.
func awaitSteps(t *testing.T, folder string, n int) {
	t.Helper()
	watcher, err := fsnotify.NewWatcher()
	if err != nil {
		t.Fatal(err)
	}
	defer watcher.Close()
	if err := watcher.Add(folder); err != nil {
		t.Fatal(err)
	}
	limit := time.After(30 * time.Second)
	for seen := 0; seen < n; {
		select {
		case event := <-watcher.Events:
			if strings.HasPrefix(filepath.Base(event.Name), ".") {
				seen++
			}
		case err := <-watcher.Errors:
			t.Fatalf("watch %s: %v", folder, err)
		case <-limit:
			t.Fatalf("timeout: got %d changes of temporary files in %s, want %d", seen, folder, n)
		}
	}
}

// TestKilledProcessLeavesWholeFiles checks that a process which is killed while it writes leaves
// every file complete, with all of its tags or none.
func TestKilledProcessLeavesWholeFiles(t *testing.T) {
	folder := t.TempDir()
	rnd := rand.New(rand.NewPCG(3, 4))
	tagged := 0
	for range 12 {
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), victim+"="+folder)
		out, err := child.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		if !lines.Scan() || lines.Text() != "plain" {
			t.Fatalf("got line %q, error %v, want plain", lines.Text(), lines.Err())
		}
		// Kill the child at a random step of a write. The replacement of a file takes four: create, write, chmod, rename.
		awaitSteps(t, folder, 1+rnd.IntN(4*len(files(folder))))
		if err := child.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		if err := child.Wait(); err == nil || !strings.Contains(err.Error(), "killed") {
			t.Fatalf("the child ended with %v, want it to be killed", err)
		}
		for _, file := range files(folder) {
			got, plain := read(t, file), victimText(file)
			plan, err := Make(filepath.Base(file), plain, Options{Private: true})
			if err != nil {
				t.Fatal(err)
			}
			switch got {
			case plan.Text:
				tagged++
			case plain:
			default:
				t.Fatalf("%s: got %d bytes, want %d with all tags or %d without", file, len(got), len(plan.Text), len(plain))
			}
		}
	}
	if tagged == 0 || tagged == 12*8 {
		t.Errorf("%d of %d files have tags, want some and not all: no process was killed while it wrote", tagged, 12*8)
	}
}
