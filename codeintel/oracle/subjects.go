package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/oracle/gotruth"
	"github.com/coderef-system/coderefd/codeintel/oracle/pytruth"
	"github.com/coderef-system/coderefd/codeintel/oracle/truth"
	"github.com/coderef-system/coderefd/codeintel/oracle/tstruth"
)

// subject is a project to score.
type subject struct {
	language, name, version string
	root                    string
	languages               []string // the languages argument of coderef_scan
	start                   func(ctx context.Context) (truth.Oracle, error)
}

// typeScriptPackages returns the packages that scripts/fetch-oracle downloads. Each has
// a different style: functions with complex types, operators, a library with tests and
// three generations of its API, class components, class hierarchies.
func typeScriptPackages() []string {
	return []string{"effect", "rxjs", "zod", "@blueprintjs/core", "@antv/g6"}
}

// goModules returns the modules to score: a web framework with build tags, a command
// line library, a logger with many packages and interfaces, and generic containers.
func goModules() []string {
	return []string{
		"github.com/gin-gonic/gin@v1.12.0",
		"github.com/spf13/cobra@v1.10.2",
		"go.uber.org/zap@v1.28.0",
		"github.com/emirpasic/gods/v2@v2.0.0-alpha",
	}
}

// pythonPackages returns the packages that scripts/fetch-oracle downloads: two with
// annotations, decorators and proxies, one without annotations, and one that is fully
// annotated.
func pythonPackages() []string {
	return []string{"click@8.1.3-2", "flask@2.2.2-3", "requests@2.28.1+dfsg-1", "rich@13.3.1-1"}
}

// subjects returns the projects to score. It downloads Go modules that are missing.
func (s settings) subjects(ctx context.Context, progress io.Writer) ([]subject, error) {
	var all []subject
	if s.wants("TypeScript") {
		for _, name := range typeScriptPackages() {
			if s.only == "" || s.only == name {
				subject, err := s.typeScript(name, progress)
				if err != nil {
					return nil, err
				}
				all = append(all, subject)
			}
		}
	}
	if s.wants("Go") {
		for _, module := range goModules() {
			name, version, _ := strings.Cut(module, "@")
			if s.only == "" || s.only == name {
				root, err := s.fetchModule(ctx, module)
				if err != nil {
					return nil, err
				}
				all = append(all, subject{
					language: "Go", name: name, version: version, root: root, languages: []string{"go"},
					start: func(ctx context.Context) (truth.Oracle, error) { return gotruth.Load(ctx, root) },
				})
			}
		}
	}
	if s.wants("Python") {
		for _, name := range pythonPackages() {
			if short, _, _ := strings.Cut(name, "@"); s.only == "" || s.only == short {
				subject, err := s.python(name, progress)
				if err != nil {
					return nil, err
				}
				all = append(all, subject)
			}
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("no package %q in the languages %s", s.only, s.languages)
	}
	return all, nil
}

func (s settings) typeScript(name string, stderr io.Writer) (subject, error) {
	root := filepath.Join(s.oracle, "typescript", filepath.FromSlash(name))
	text, err := os.ReadFile(filepath.Join(root, "package.json"))
	if err != nil {
		return subject{}, fmt.Errorf("%w: run scripts/fetch-oracle", err)
	}
	var manifest struct{ Version string }
	if err := json.Unmarshal(text, &manifest); err != nil {
		return subject{}, fmt.Errorf("%s: package.json: %w", name, err)
	}
	script, err := filepath.Abs(filepath.Join("oracle", "node", "oracle.mjs"))
	if err != nil {
		return subject{}, err
	}
	return subject{
		language: "TypeScript", name: name, version: manifest.Version, root: root,
		languages: []string{"ts", "tsx", "js", "jsx"},
		start: func(ctx context.Context) (truth.Oracle, error) {
			return tstruth.Start(ctx, stderr, script, filepath.Join(s.oracle, "tools"), root)
		},
	}, nil
}

func (s settings) python(name string, stderr io.Writer) (subject, error) {
	root := filepath.Join(s.oracle, "python", "packages", name)
	if _, err := os.Stat(root); err != nil {
		return subject{}, fmt.Errorf("%w: run scripts/fetch-oracle", err)
	}
	script, err := filepath.Abs(filepath.Join("oracle", "python", "oracle.py"))
	if err != nil {
		return subject{}, err
	}
	short, version, _ := strings.Cut(name, "@")
	return subject{
		language: "Python", name: short, version: version, root: root, languages: []string{"py"},
		start: func(ctx context.Context) (truth.Oracle, error) {
			return pytruth.Start(ctx, stderr, script, filepath.Join(s.oracle, "python", "tools"), root)
		},
	}, nil
}

// fetchModule downloads a module and copies it to a writable folder, because the go
// command adds the sums of its tests' dependencies to go.sum. It returns the folder.
func (s settings) fetchModule(ctx context.Context, module string) (string, error) {
	name, version, _ := strings.Cut(module, "@")
	root := filepath.Join(s.oracle, "go", filepath.FromSlash(name)+"@"+version)
	if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
		return root, nil
	}
	command := exec.CommandContext(ctx, "go", "mod", "download", "-json", module)
	command.Dir, command.Stderr = s.oracle, os.Stderr
	out, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("go mod download %s: %w: %s", module, err, out)
	}
	var downloaded struct{ Dir string }
	if err := json.Unmarshal(out, &downloaded); err != nil {
		return "", fmt.Errorf("go mod download %s: %w", module, err)
	}
	if err := os.RemoveAll(root); err != nil {
		return "", err
	}
	if err := os.CopyFS(root, os.DirFS(downloaded.Dir)); err != nil {
		return "", err
	}
	return root, filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		mode := fs.FileMode(0o644)
		if entry.IsDir() {
			mode = 0o755
		}
		return os.Chmod(path, mode) // the module cache is read-only
	})
}
