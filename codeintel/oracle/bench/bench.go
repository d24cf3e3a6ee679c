package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// bench is one run.
type bench struct {
	settings
	ctx      context.Context
	progress io.Writer
	packages []corpus
	rows     []row
	missed   bool
}

// corpus is a package being measured.
type corpus struct {
	name         string // effect/src
	root         string
	languages    []string // the languages to scan; empty for all
	extensions   []string // extensions of their files
	files, lines int
	targets      []target
}

// target is a declaration that is queried, with the number of its calls.
type target struct {
	element
	sites int
}

// row is one line of the table.
type row struct {
	job, corpus  string
	ours, theirs string // the measurements of coderef-mcp and of the peer
	figure, goal string
	met          verdict
}

// verdict states whether a goal is met.
type verdict string

const (
	met    verdict = "met"
	notMet verdict = "**not met**"
	noGoal verdict = ""
)

func (b *bench) add(r row) {
	b.rows = append(b.rows, r)
	b.missed = b.missed || r.met == notMet
}

func judge(ok bool) verdict {
	if ok {
		return met
	}
	return notMet
}

func (b *bench) logf(format string, args ...any) { fmt.Fprintf(b.progress, format+"\n", args...) }

func (b *bench) tools() string   { return filepath.Join(b.oracle, "tools") }
func (b *bench) astGrep() string { return filepath.Join(b.tools(), "node_modules", ".bin", "ast-grep") }

// count counts the source files of the package, and their lines.
func (c *corpus) count() error {
	return filepath.WalkDir(c.root, func(path string, entry os.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() || !slices.Contains(c.extensions, filepath.Ext(path)) {
			return err
		}
		text, err := os.ReadFile(path)
		c.files++
		c.lines += strings.Count(string(text), "\n")
		return err
	})
}

// choose chooses targets by the seed: exported functions of the top level that have at
// least three lines and are called at least once.
func (b *bench) choose(s *session, c *corpus) error {
	pages, err := s.scan(c.root)
	if err != nil {
		return err
	}
	var candidates []element
	for _, page := range pages {
		var scan struct{ Elements []element }
		if err := decode(page, &scan); err != nil {
			return err
		}
		for _, e := range scan.Elements {
			isNamed := !strings.ContainsAny(e.Name, ".[") && e.Name != "default"
			if e.Exported && e.Type == "function" && isNamed && e.EndLine > e.Line+1 {
				candidates = append(candidates, e)
			}
		}
	}
	random := rand.New(rand.NewPCG(b.seed, 0))
	random.Shuffle(len(candidates), func(i, j int) { candidates[i], candidates[j] = candidates[j], candidates[i] })
	for _, e := range candidates {
		calls, _, err := s.query(c.root, "calls-me", e.ID)
		if err != nil {
			return err
		}
		if len(calls.Results) > 0 {
			c.targets = append(c.targets, target{e, len(calls.Results)})
		}
		if len(c.targets) == b.targets {
			return nil
		}
	}
	return fmt.Errorf("only %d of %d candidate functions are called, want %d targets",
		len(c.targets), len(candidates), b.targets)
}

func median[T ~int64 | ~float64](values []T) T {
	sorted := slices.Clone(values)
	slices.Sort(sorted)
	middle := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[middle]
	}
	return (sorted[middle-1] + sorted[middle]) / 2
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.2f s", d.Seconds()) }

func milliseconds(d time.Duration) string {
	return fmt.Sprintf("%.1f ms", float64(d)/float64(time.Millisecond))
}
