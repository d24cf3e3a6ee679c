package main

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"time"
)

const (
	largeLines = 2_000_000
	largeGoal  = 3 << 30
)

// large measures one project of largeLines lines. It consists of copies of all packages,
// each with its own configuration. There is no peer to compare with.
func (b *bench) large() (err error) {
	root, err := os.MkdirTemp("", "bench-*")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(root)) }()
	whole, err := b.copies(root)
	if err != nil {
		return err
	}
	first := &b.packages[0]
	file := path.Join("packages", path.Base(path.Dir(first.name))+"-1", "src", first.targets[0].File)
	target := file + "#" + first.targets[0].Name
	return serve(b.program, func(s *session) error {
		steps := []struct {
			job, tool string
			arguments map[string]any
		}{
			{"the import graph of the files", "coderef_diagram", map[string]any{"diagram_type": "imports"}},
			{"the callers of a function", "coderef_query", map[string]any{"query_type": "calls-me", "target": target}},
			{"all calls and imports", "coderef_diagram", map[string]any{"diagram_type": "dependencies"}},
			{"all calls, imports and references", "coderef_diagram", map[string]any{"diagram_type": "all"}},
		}
		for _, step := range steps {
			step.arguments["project_path"] = root
			line, took, err := s.tool(step.tool, step.arguments)
			var result struct{ Success bool }
			if err == nil {
				err = decode(line, &result)
			}
			if err != nil {
				return fmt.Errorf("%s: %w", step.job, err)
			}
			now, peak, err := residentOf(s.command.Process.Pid)
			if err != nil {
				return err
			}
			b.logf("%s %s: %s, %s, peak %s", whole.name, step.job, seconds(took), megabytes(now), megabytes(peak))
			b.add(row{
				job: "one large project, consecutive calls: " + step.job, corpus: whole.name,
				ours: seconds(took) + ", " + megabytes(now), figure: "peak " + megabytes(peak),
				goal: "≤ " + megabytes(largeGoal), met: judge(peak <= largeGoal),
			})
		}
		return nil
	})
}

// copies fills a folder with copies of the packages until they have largeLines lines.
func (b *bench) copies(root string) (corpus, error) {
	const tsconfig = `{"compilerOptions": {"module": "esnext", "moduleResolution": "bundler", ` +
		`"target": "esnext", "strict": true}}`
	began := time.Now()
	whole := corpus{root: root}
	for i := 1; whole.lines < largeLines; i++ {
		for _, c := range b.packages {
			name := fmt.Sprintf("%s-%d", path.Base(path.Dir(c.name)), i)
			dir := filepath.Join(root, "packages", name)
			if err := os.CopyFS(filepath.Join(dir, "src"), os.DirFS(c.root)); err != nil {
				return whole, err
			}
			for file, text := range map[string]string{
				"package.json":  fmt.Sprintf(`{"name": %q}`, name),
				"tsconfig.json": tsconfig,
			} {
				if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o644); err != nil {
					return whole, err
				}
			}
			whole.files, whole.lines = whole.files+c.files, whole.lines+c.lines
		}
	}
	whole.name = fmt.Sprintf("copies of the packages: %d files, %.1f million lines",
		whole.files, float64(whole.lines)/1e6)
	b.logf("%s written in %s", whole.name, seconds(time.Since(began)))
	return whole, nil
}
