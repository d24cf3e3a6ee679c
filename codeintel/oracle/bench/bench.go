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
	languages    []string // that a scan is asked for; all if there are none
	extensions   []string // of their files
	files, lines int
	targets      []target
}

// target is a declaration that queries ask about, with what ours answered.
type target struct {
	element
	sites int
}

// row is one line of the table.
type row struct {
	job, corpus  string
	ours, theirs string
	figure, goal string
	met          verdict
}

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

func (b *bench) say(format string, args ...any) { fmt.Fprintf(b.progress, format+"\n", args...) }

func (b *bench) tools() string   { return filepath.Join(b.oracle, "tools") }
func (b *bench) astGrep() string { return filepath.Join(b.tools(), "node_modules", ".bin", "ast-grep") }

// count reads how many source files and lines the package has.
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

// choose picks targets by the seed: exported functions and constants of the
// scan whose name says where they are, and that something calls.
func (b *bench) choose(s *session, c *corpus) error {
	pages, err := s.scan(c.root)
	if err != nil {
		return err
	}
	var candidates []element
	for _, page := range pages {
		var answer struct{ Elements []element }
		if err := decode(page, &answer); err != nil {
			return err
		}
		for _, e := range answer.Elements {
			if e.Exported && e.Type == "function" && !strings.ContainsAny(e.Name, ".[") && e.Name != "default" && e.EndLine > e.Line+1 {
				candidates = append(candidates, e)
			}
		}
	}
	random := rand.New(rand.NewPCG(b.seed, 0))
	random.Shuffle(len(candidates), func(i, j int) { candidates[i], candidates[j] = candidates[j], candidates[i] })
	for _, e := range candidates {
		answer, _, err := s.query(c.root, "calls-me", e.ID)
		if err != nil {
			return err
		}
		if len(answer.Results) > 0 {
			c.targets = append(c.targets, target{e, len(answer.Results)})
		}
		if len(c.targets) == b.targets {
			return nil
		}
	}
	return fmt.Errorf("only %d of %d functions are called", len(c.targets), len(candidates))
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
