package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// hostileFiles is a small project in which every language and tool opens files: sources,
// configurations that extend and refer to others, installed packages, coverage reports and index
// files.
func hostileFiles() map[string]string {
	return map[string]string{
		".gitignore":        "ignored/\n",
		"sub/.gitignore":    "*.tmp.ts\n",
		".git/HEAD":         "ref: refs/heads/main\n",
		".git/config":       "[core]\n\trepositoryformatversion = 0\n",
		".git/index":        "",
		".git/packed-refs":  "# pack-refs with: peeled\n",
		".git/info/exclude": "",
		"package.json":      `{"name": "p", "type": "module", "workspaces": ["packages/*"], "dependencies": {"dep": "1"}}`,
		"tsconfig.json":     `{"extends": "./tsconfig.base.json", "references": [{"path": "./packages/a"}], "compilerOptions": {"paths": {"~/*": ["./src/*"]}}}`,
		"tsconfig.base.json": `{"extends": "shared/tsconfig.json", "compilerOptions": {"strict": true, ` +
			`"resolveJsonModule": true, "module": "esnext", "moduleResolution": "bundler"}}`,
		"packages/a/package.json":            `{"name": "@w/a", "main": "index.ts"}`,
		"packages/a/tsconfig.json":           `{"compilerOptions": {"composite": true}}`,
		"packages/a/index.ts":                "export const inA = () => 1;\n",
		"src/util.ts":                        "/** @Fn/src/main.ts#main */\nexport function util(): number { return 1; }\n",
		"src/data.json":                      `{"value": 1}`,
		"src/main.ts":                        "import { util } from './util';\nimport { dep } from 'dep';\nimport data from './data.json';\nimport { other } from '~/other';\nexport function main() { return util() + dep() + data.value + other(); }\n",
		"src/other.ts":                       "import { helper } from './js.js';\nexport const other = () => helper();\n",
		"src/js.js":                          "export function helper() { return 2; }\n",
		"src/util.test.ts":                   "import { util } from './util';\ntest('util', () => { util(); });\n",
		"node_modules/dep/package.json":      `{"name": "dep", "types": "index.d.ts", "version": "1.0.0"}`,
		"node_modules/dep/index.d.ts":        "import { T } from './types';\nexport declare function dep(): T;\n",
		"node_modules/dep/types.d.ts":        "export type T = number;\n",
		"node_modules/shared/tsconfig.json":  `{"compilerOptions": {"target": "es2022"}}`,
		"node_modules/shared/package.json":   `{"name": "shared"}`,
		"node_modules/@types/x/index.d.ts":   "declare const x: number;\n",
		"node_modules/@types/x/package.json": `{"name": "@types/x", "types": "index.d.ts"}`,
		"go.mod":                             "module example.org/m\n\ngo 1.22\n\nrequire example.org/v v1.0.0\n",
		"go.sum":                             "",
		"go.work":                            "go 1.22\n\nuse .\nuse ./mod\n",
		"mod/go.mod":                         "module example.org/mod\n\ngo 1.22\n",
		"mod/mod.go":                         "package mod\n\n// Do does.\nfunc Do() int { return 1 }\n",
		"main.go":                            "package main\n\nimport (\n\t\"example.org/mod\"\n\t\"example.org/v\"\n)\n\nfunc main() { mod.Do(); v.V() }\n",
		"vendor/modules.txt":                 "# example.org/v v1.0.0\n## explicit\nexample.org/v\n",
		"vendor/example.org/v/v.go":          "package v\n\nfunc V() int { return 1 }\n",
		"pyproject.toml":                     "[project]\nname = \"p\"\n[tool.setuptools.packages.find]\nwhere = [\"py\"]\n",
		"setup.cfg":                          "[options]\npackage_dir =\n  = py\n",
		"py/pkg/__init__.py":                 "from .a import f\n",
		"py/pkg/a.py":                        "def f():\n    return 1\n",
		"py/pkg/b.py":                        "from pkg import f\n\n\ndef g():\n    return f()\n",
		"conftest.py":                        "import os\n",
		"lcov.info":                          "SF:src/util.ts\nDA:2,1\nend_of_record\n",
		"coverage/coverage-final.json":       "{}",
		"coverage.xml":                       "<coverage></coverage>",
		"coverage.out":                       "mode: set\nexample.org/mod/mod.go:4.17,4.28 1 1\n",
		".coderef-index.json":                `[{"type": "function", "name": "util", "file": "src/util.ts", "line": 2}]`,
		"README.md":                          "# p\n\nA project.\n",
		"lib.rs":                             "pub fn run() {}\n",
	}
}

// sabotage replaces a file by a file of a random kind that must not be read.
func sabotage(t *testing.T, random *rand.Rand, name string) (kind string) {
	t.Helper()
	if err := os.RemoveAll(name); err != nil {
		t.Fatal(err)
	}
	link := func(target string) func() error { return func() error { return os.Symlink(target, name) } }
	sparse := func(size int64) func() error {
		return func() error { return errors.Join(os.WriteFile(name, nil, 0o644), os.Truncate(name, size)) }
	}
	kinds := map[string]func() error{
		"pipe":         func() error { return syscall.Mkfifo(name, 0o600) },
		"/dev/zero":    link("/dev/zero"),
		"/dev/full":    link("/dev/full"),
		"/dev/tty":     link("/dev/tty"),
		"/dev/random":  link("/dev/random"),
		"loop":         link(filepath.Base(name)),
		"dangling":     link("nowhere"),
		"folder":       func() error { return os.Mkdir(name, 0o755) },
		"linked to /":  link("/"),
		"unreadable":   func() error { return os.WriteFile(name, []byte("x"), 0) },
		"sparse":       sparse(1 << 40),
		"9 MB of NULs": sparse(9 << 20),
		"kernel log":   link("/proc/kmsg"),
		"memory":       link("/proc/self/maps"),
		"socket": func() error {
			// The path of a socket is short, so it is made elsewhere and moved.
			short := filepath.Join(os.TempDir(), fmt.Sprintf("s%d-%d", os.Getpid(), random.Uint32()))
			l, err := net.ListenUnix("unix", &net.UnixAddr{Name: short})
			if err != nil {
				return err
			}
			l.SetUnlinkOnClose(false)
			return errors.Join(l.Close(), os.Rename(short, name))
		},
	}
	names := make([]string, 0, len(kinds))
	for kind := range kinds {
		names = append(names, kind)
	}
	slices.Sort(names)
	kind = names[random.IntN(len(names))]
	if err := kinds[kind](); err != nil {
		t.Fatalf("%s at %s: %v", kind, name, err)
	}
	return kind
}

// served is a running server.
type served struct {
	*mcp.ClientSession
	process *exec.Cmd
}

func serve(t *testing.T, args ...string) *served {
	t.Helper()
	cmd := command(t, args...)
	client := mcp.NewClient(&mcp.Implementation{Name: "t", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.CommandTransport{Command: cmd}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return &served{session, cmd}
}

// peak returns the peak resident memory, in bytes.
func (s *served) peak(t *testing.T) int64 {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.process.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(status)) {
		if value, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			kilobytes, err := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(value), " kB"), 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			return kilobytes << 10
		}
	}
	t.Fatal("no VmHWM in the status of the process")
	return 0
}

// everyTool calls every tool and returns the texts of the results. A tool error is a result; a
// call that does not return in time fails the test.
func (s *served) everyTool(t *testing.T, root, when string) map[string]string {
	t.Helper()
	target := func(name, target string) map[string]any { return map[string]any{"project_path": root, name: target} }
	calls := map[string]map[string]any{
		"scan": {"project_path": root}, "patterns": {"project_path": root}, "coverage": {"project_path": root},
		"context": {"project_path": root}, "validate": {"project_path": root}, "drift": {"project_path": root},
		"diagram": {"project_path": root}, "impact": target("element", "src/util.ts#util"),
		"complexity": target("element", "src/main.ts"), "export": {"project_path": root, "format": "json", "output_path": "out.json"},
		"tag":      {"path": root, "dry_run": true, "lang": []string{"ts", "go", "py"}},
		"query":    {"project_path": root, "query_type": "calls-me", "target": "src/util.ts#util"},
		"query go": {"project_path": root, "query_type": "calls-me", "target": "mod/mod.go#Do"},
		"query py": {"project_path": root, "query_type": "calls-me", "target": "py/pkg/a.py#f"},
	}
	out := map[string]string{}
	for name, args := range calls {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		tool, _, _ := strings.Cut(name, " ")
		result, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "coderef_" + tool, Arguments: args})
		cancel()
		if err != nil {
			t.Fatalf("%s: coderef_%s: %v", when, name, err)
		}
		text, err := json.Marshal(result.Content)
		if err != nil {
			t.Fatal(err)
		}
		out[name] = string(text)
	}
	return out
}

// restore writes the files of the project with fixed times, and removes all else at their paths.
func restore(t *testing.T, root string) {
	t.Helper()
	at := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
	for rel, text := range hostileFiles() {
		name := filepath.Join(root, rel)
		info, err := os.Lstat(name)
		if err == nil && (!info.Mode().IsRegular() || info.Size() != int64(len(text))) ||
			err == nil && info.Mode().Perm() == 0 {
			if err := os.RemoveAll(name); err != nil {
				t.Fatal(err)
			}
		}
		err = errors.Join(
			os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(text), 0o644), os.Chtimes(name, at, at),
		)
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := os.RemoveAll(filepath.Join(root, "out.json")); err != nil {
		t.Fatal(err)
	}
}

// maxHostilePeak bounds the resident memory of a server that meets files which must not be read.
const maxHostilePeak = 512 << 20

// TestSpecialFilesNeitherBlockNorBloat puts files that must not be read in random places, calls
// every tool, and checks the time and the memory. Then it restores the files: the same server must
// return the results of the project without such files.
func TestSpecialFilesNeitherBlockNorBloat(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	cache := t.TempDir()
	restore(t, root)
	first := serve(t, "-cache-dir", cache)
	want := first.everyTool(t, root, "clean project")
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	for _, tool := range []string{"query", "query go", "query py"} { // the places are opened
		if !strings.Contains(want[tool], `\"resolution\":\"resolved\"`) {
			t.Fatalf("clean project, %s: got %s, want a caller", tool, want[tool])
		}
	}
	places := []string{"out.json"}
	for rel := range hostileFiles() {
		places = append(places, rel)
	}
	slices.Sort(places)
	seeds := uint64(12)
	if testing.Short() {
		seeds = 2
	}
	limited := serve(t, "-cache-dir", cache, "-root", root)
	free := serve(t, "-cache-dir", cache)
	for seed := range seeds {
		random := rand.New(rand.NewPCG(seed, 1))
		server := []*served{free, limited}[seed%2]
		placed := map[string]string{}
		for _, rel := range places {
			if random.IntN(3) == 0 {
				placed[rel] = sabotage(t, random, filepath.Join(root, rel))
			}
		}
		sections, err := filepath.Glob(filepath.Join(cache, "*.cache"))
		if err != nil {
			t.Fatal(err)
		}
		for _, section := range sections {
			placed[filepath.Base(section)] = sabotage(t, random, section)
		}
		when := fmt.Sprintf("seed %d, with %v", seed, placed)
		got := server.everyTool(t, root, when)
		if bad, ok := placed["tsconfig.json"]; ok && bad == "pipe" && !strings.Contains(got["context"], "tsconfig.json (not a regular file)") {
			t.Errorf("%s: context does not list tsconfig.json: %s", when, got["context"])
		}
		if peak := server.peak(t); peak > maxHostilePeak {
			t.Fatalf("%s: got a peak of %d MB, want at most %d MB", when, peak>>20, maxHostilePeak>>20)
		}
		restore(t, root)
		for _, section := range sections { // a later save replaces only regular files
			if err := os.RemoveAll(section); err != nil && !errors.Is(err, fs.ErrNotExist) {
				t.Fatal(err)
			}
		}
		if diff := cmp.Diff(want, server.everyTool(t, root, "restored")); diff != "" {
			t.Fatalf("%s: results after the files were restored (-want +got):\n%s", when, diff)
		}
	}
}
