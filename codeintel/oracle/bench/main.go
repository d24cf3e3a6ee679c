package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
)

// settings is what the flags say.
type settings struct {
	program  string // coderef-mcp
	oracle   string // folder that scripts/fetch-oracle filled
	packages []string
	parts    string
	repeat   int
	targets  int
	seed     uint64
	write    string
	strict   bool
}

func readSettings() settings {
	var s settings
	var packages string
	flag.StringVar(&s.program, "program", "../bin/coderef-mcp", "the coderef-mcp to measure")
	flag.StringVar(&s.oracle, "oracle", "../.tmp/oracle", "folder that scripts/fetch-oracle filled")
	flag.StringVar(&packages, "packages", "effect,zod", "packages whose src/ is measured")
	flag.StringVar(&s.parts, "parts", "scan,python,restart,graph,imports,first,warm,edit", "what to measure; large, minutes on end, is asked for by name only")
	flag.IntVar(&s.repeat, "repeat", 5, "how often each comparison is repeated")
	flag.IntVar(&s.targets, "targets", 5, "targets of queries, per package")
	flag.Uint64Var(&s.seed, "seed", 1, "seed of the choice of targets")
	flag.StringVar(&s.write, "write", "", "file to write the tables to as well, such as ../docs/speed.md")
	flag.BoolVar(&s.strict, "strict", false, "exit with 1 when a goal is missed")
	flag.Parse()
	if s.parts != "python" { // which has packages of its own
		s.packages = strings.Split(packages, ",")
	}
	return s
}

// errMissed says that some goal was missed.
var errMissed = errors.New("a goal was missed")

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, readSettings(), os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// run measures every package and prints a table.
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
			return fmt.Errorf("a scan of Python: %w", err)
		}
	}
	if slices.Contains(strings.Split(b.parts, ","), "large") {
		if err := b.large(); err != nil {
			return fmt.Errorf("a large project: %w", err)
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
