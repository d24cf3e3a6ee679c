package tag

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/coderef-system/coderefd/codeintel/atomicfile"
	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/parallel"
	"github.com/coderef-system/coderefd/codeintel/source"
)

// Request selects the files to tag.
type Request struct {
	Options
	Roots      source.Roots // folders that may be read and written
	Root       string       // absolute; paths in tags are relative to it
	Path       string       // absolute: a file or folder, which is Root or below it
	Extensions []string
	// Exclude are globs of files and folders, relative to Root or Path. ** matches any
	// number of folders. Globs without a slash match names at any depth.
	Exclude  []string
	DryRun   bool           // plan, do not write
	Progress facts.Progress // may be nil
}

// Skipped is a file, or a declaration in it, that was not changed.
type Skipped struct {
	File   string `json:"file"`
	Reason string `json:"reason"`
}

// Result is the outcome for all files.
type Result struct {
	Plans   []*Plan // of the files that were read, sorted by path
	Skipped []Skipped
	Failed  int // the number of files that could not be written; they are in Skipped too
	Written int // the number of files that were written
}

// ValidGlob reports whether a pattern is valid.
func ValidGlob(pattern string) bool { return doublestar.ValidatePattern(pattern) }

// Run tags files. Each file is replaced atomically. If ctx ends early, files that were
// written remain so.
func Run(ctx context.Context, r Request) (*Result, error) {
	files, result, err := r.files(ctx)
	if err != nil {
		return nil, err
	}
	step := facts.NewSteps(len(files), r.Progress)
	var mu sync.Mutex
	err = parallel.For(ctx, len(files), 1, func(i int) {
		plan, err := r.one(files[i])
		mu.Lock()
		defer mu.Unlock()
		result.take(files[i], plan, err, r.DryRun)
		step.One()
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(result.Plans, func(a, b *Plan) int { return strings.Compare(a.File, b.File) })
	slices.SortStableFunc(result.Skipped, func(a, b Skipped) int { return strings.Compare(a.File, b.File) })
	return result, nil
}

func (r *Result) take(file string, plan *Plan, err error, dryRun bool) {
	if err != nil {
		r.Skipped = append(r.Skipped, Skipped{File: file, Reason: err.Error()})
		if plan != nil {
			r.Failed++
		}
		return
	}
	r.Plans = append(r.Plans, plan)
	for _, left := range plan.Left {
		r.Skipped = append(r.Skipped, Skipped{File: file, Reason: left})
	}
	if plan.Changes() && !dryRun {
		r.Written++
	}
}

// one plans a file and writes it. An error with a plan means that the file could not be
// written.
func (r *Request) one(file string) (plan *Plan, err error) {
	defer func() {
		if recover() != nil { // a failure must not affect other files
			plan, err = nil, skip(source.ReasonPanic)
		}
	}()
	name := filepath.Join(r.Root, filepath.FromSlash(file))
	if info, err := os.Lstat(name); err != nil || !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%w", atomicfile.ErrNotRegular)
	}
	data, err := r.Roots.ReadFile(name, source.MaxFileBytes)
	if err != nil {
		return nil, skip(source.ReasonOf(err))
	}
	text, reason := source.Decode(bytes.Clone(data))
	if reason != "" {
		return nil, skip(reason)
	}
	if plan, err = Make(file, text, r.Options); err != nil {
		return nil, err
	}
	if r.DryRun || !plan.Changes() {
		return plan, nil
	}
	mark := data[:len(data)-len(text)] // the byte order mark
	if err := atomicfile.Replace(name, data, append(bytes.Clone(mark), plan.Text...)); err != nil {
		return plan, fmt.Errorf("not written: %w", withoutPath(err))
	}
	return plan, nil
}

// skip is the reason why a file is not changed.
type skip string

func (s skip) Error() string { return string(s) }

// withoutPath removes the path from an error of the operating system, since the result
// names the file.
func withoutPath(err error) error {
	if path, ok := err.(*os.PathError); ok { //nolint:errorlint // only the outermost names the file
		return path.Err
	}
	return err
}

// files lists the files to tag, relative to Root.
func (r *Request) files(ctx context.Context) ([]string, *Result, error) {
	result := &Result{}
	within, err := filepath.Rel(r.Root, r.Path)
	if err != nil {
		return nil, nil, err
	}
	within = filepath.ToSlash(within)
	info, err := os.Stat(r.Path)
	if err != nil {
		return nil, nil, err
	}
	if !info.IsDir() {
		return []string{within}, result, nil
	}
	inside := func(file string) bool { return within == "." || strings.HasPrefix(file, within+"/") }
	tree := source.NewTree(r.Roots, r.Root, func(file string) bool {
		return inside(file) && r.Covers(file) && !r.excluded(file, within)
	})
	if _, err := tree.Update(ctx); err != nil {
		return nil, nil, err
	}
	var files []string
	for _, f := range tree.Files() {
		files = append(files, f.Path)
	}
	for _, left := range tree.LeftOut() {
		if inside(left.Path) {
			result.Skipped = append(result.Skipped, Skipped{File: left.Path, Reason: left.Reason})
		}
	}
	return files, result, nil
}

// Covers reports whether a file is a source with one of the extensions.
func (r *Request) Covers(file string) bool {
	return index.WordOf(file) != "" &&
		slices.ContainsFunc(r.Extensions, func(e string) bool { return strings.HasSuffix(file, e) })
}

// excluded reports whether a pattern matches the file or a folder that contains it.
func (r *Request) excluded(file, within string) bool {
	local := strings.TrimPrefix(file, within+"/")
	for _, pattern := range r.Exclude {
		pattern = strings.Trim(strings.TrimPrefix(pattern, "./"), "/")
		for _, full := range []string{file, local} {
			for end := range len(full) + 1 {
				if end < len(full) && full[end] != '/' {
					continue
				}
				part := full[:end]
				if !strings.Contains(pattern, "/") {
					part = part[strings.LastIndexByte(part, '/')+1:]
				}
				if doublestar.MatchUnvalidated(pattern, part) {
					return true
				}
			}
		}
	}
	return false
}
