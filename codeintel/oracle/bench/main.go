package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
)

// errMissed reports that at least one goal was missed.
var errMissed = errors.New("at least one goal was missed: see the table")

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, readSettings(), os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// run measures every package and prints the table.
func run(ctx context.Context, s settings, out, progress io.Writer) error {
	b := &bench{settings: s, ctx: ctx, progress: progress}
	var err error
	for _, path := range []*string{&b.program, &b.oracle} {
		if *path, err = filepath.Abs(*path); err != nil {
			return err
		}
	}
	if err := b.check(); err != nil {
		return err
	}
	for _, name := range s.packages {
		if err := b.measure(name); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	if slices.Contains(strings.Split(b.parts, ","), "python") {
		if err := b.python(); err != nil {
			return fmt.Errorf("scan of Python: %w", err)
		}
	}
	if slices.Contains(strings.Split(b.parts, ","), "large") {
		if err := b.large(); err != nil {
			return fmt.Errorf("large project: %w", err)
		}
	}
	text := b.report()
	fmt.Fprint(out, text)
	if s.write != "" {
		if err := os.WriteFile(s.write, []byte(text), 0o644); err != nil {
			return err
		}
	}
	if s.strict && b.missed {
		return errMissed
	}
	return nil
}

// check reports missing programs before the measurements, because these take minutes. The part
// "python" needs none of the programs.
func (b *bench) check() error {
	if b.parts == "python" {
		return nil
	}
	typeScript := filepath.Join(b.tools(), "node_modules", "typescript")
	for _, path := range []string{b.program, b.astGrep(), b.cruiser(), typeScript} {
		if _, err := os.Stat(path); err != nil {
			return fmt.Errorf("%w: run make bench-engine", err)
		}
	}
	if _, err := exec.LookPath("node"); err != nil {
		return err
	}
	return nil
}

// measure runs the requested parts on one package.
func (b *bench) measure(name string) error {
	c := corpus{
		name: name + "/src", root: filepath.Join(b.oracle, "typescript", filepath.FromSlash(name), "src"),
		extensions: []string{".ts", ".tsx", ".js", ".jsx"},
	}
	if err := c.count(); err != nil {
		return err
	}
	parts := strings.Split(b.parts, ",")
	if slices.Contains(parts, "scan") {
		if err := b.scan(&c); err != nil {
			return fmt.Errorf("scan: %w", err)
		}
	}
	if slices.Contains(parts, "restart") {
		if err := b.restart(&c); err != nil {
			return fmt.Errorf("restart: %w", err)
		}
	}
	if slices.Contains(parts, "graph") {
		if err := b.graph(&c); err != nil {
			return fmt.Errorf("graph: %w", err)
		}
	}
	if slices.Contains(parts, "imports") {
		if err := b.imports(&c); err != nil {
			return fmt.Errorf("imports: %w", err)
		}
	}
	needsTargets := func(part string) bool { return slices.Contains([]string{"first", "warm", "edit", "large"}, part) }
	if slices.ContainsFunc(parts, needsTargets) {
		if err := b.warm(&c, slices.Contains(parts, "warm")); err != nil {
			return fmt.Errorf("warm query: %w", err)
		}
	}
	if slices.Contains(parts, "first") {
		if err := b.first(&c); err != nil {
			return fmt.Errorf("first query: %w", err)
		}
	}
	if slices.Contains(parts, "edit") {
		if err := b.edit(&c); err != nil {
			return fmt.Errorf("query after an edit: %w", err)
		}
	}
	b.packages = append(b.packages, c)
	return nil
}
