package typescript

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// Project is what to analyse.
type Project struct {
	Root  string   // absolute, slashes
	Files []string // source files to analyse, relative to Root, sorted
	Known []string // all files Read can give: Files and configuration files
	// Unknown are source files, relative to Root, whose content is not for analysis:
	// they may refer to anything.
	Unknown []string
	// Read returns a known file's text. It is called concurrently.
	Read func(rel string) (string, bool)
	// Packages holds the names of the packages the project itself consists of.
	Packages map[string]bool
	// Dependencies holds the packages that each package.json asks for, by its
	// folder relative to Root.
	Dependencies map[string]map[string]bool
	// Progress may be nil; done rises to total, from one goroutine at a time.
	Progress func(done, total int)
}

// maxCheckers bounds the checkers of a program: each keeps types of its own, so
// more of them cost memory faster than they save time.
const maxCheckers = 4

// Analyze resolves the calls and imports of a project. It returns ctx's error
// when cancelled; that is checked at every file.
func Analyze(ctx context.Context, p *Project) (*Facts, error) {
	fs := newFiles(p)
	resolved := make(map[string]*FileFacts, len(p.Files))
	step := newSteps(2*len(p.Files), p.Progress) // each file is loaded, then resolved
	cache := &tsgo.Cache{}
	groups, warnings := groupFiles(p, fs)
	references := referencesOf(p, groups)
	for i, g := range groups {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := analyzeGroup(ctx, p, fs, g, others(references, i), cache, step, resolved); err != nil {
			return nil, err
		}
	}
	result := &Facts{Probes: fs.allProbes(), Files: make([]FileFacts, 0, len(p.Files)), Warnings: warnings}
	for _, f := range p.Files {
		if ff := resolved[f]; ff != nil {
			result.Files = append(result.Files, *ff)
		} else { // the compiler would not load it: nothing is known of it
			result.Files = append(result.Files, FileFacts{File: facts.Failed(f)})
		}
	}
	for _, f := range p.Unknown {
		result.Files = append(result.Files, FileFacts{File: facts.Failed(f)})
	}
	return result, nil
}

// analyzeGroup loads the files of one configuration into a program, takes the
// facts out, and lets the program go.
func analyzeGroup(ctx context.Context, p *Project, fs *files, g *group, references []*tsgo.Reference,
	cache *tsgo.Cache, step *steps, into map[string]*FileFacts,
) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("analyze %s: compiler panic: %v", g.dir, r)
		}
	}()
	own := make(map[string]bool, len(g.files))
	roots := make([]string, len(g.files))
	for i, f := range g.files {
		roots[i] = absolute(p.Root, f)
		own[roots[i]] = true
	}
	var loaded sync.Map
	program := tsgo.NewProgram(tsgo.ProgramConfig{
		Dir: g.dir, Files: fs, Options: g.options, Roots: roots, References: references,
		Checkers: min(runtime.GOMAXPROCS(0), maxCheckers), Cache: cache,
		Parsed: func(path string) bool {
			if _, twice := loaded.LoadOrStore(path, true); own[path] && !twice {
				step.one()
			}
			return ctx.Err() == nil
		},
	})
	if err := ctx.Err(); err != nil {
		return err
	}
	program.Bind()
	a := newAnalyzer(p, fs, g, program)
	var sources []*tsgo.SourceFile
	for _, f := range program.SourceFiles() {
		if own[f.FileName()] {
			sources = append(sources, f)
		}
	}
	var mu sync.Mutex
	program.ForEachFile(ctx, sources, func(c *tsgo.Checker, f *tsgo.SourceFile) {
		ff := a.file(c, f)
		step.one()
		mu.Lock()
		defer mu.Unlock()
		into[ff.Path] = ff
	})
	return ctx.Err()
}

// file resolves one file. A panic in the checker costs that file only.
func (a *analyzer) file(c *tsgo.Checker, f *tsgo.SourceFile) (ff *FileFacts) {
	own, lines := a.outlines[f], tsgo.LineOf(f, f.End())
	defer func() {
		if r := recover(); r != nil {
			ff = &FileFacts{File: facts.Failed(own.path), Lines: lines, Decls: own.decls}
		}
	}()
	v := &visitor{
		analyzer: a, checker: c, source: f, own: own, current: facts.ModuleLevel,
		facts: &FileFacts{File: facts.File{Path: own.path}, Lines: lines, Decls: own.decls, Warning: syntaxWarning(own.path, f)},
	}
	v.run()
	return v.facts
}

// steps counts done work towards a total.
type steps struct {
	mu          sync.Mutex
	done, total int
	report      func(done, total int)
}

func newSteps(total int, report func(done, total int)) *steps {
	return &steps{total: total, report: report}
}

func (s *steps) one() {
	if s.report == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.done++
	s.report(s.done, s.total)
}

// analyzer is what the files of one program share. It is read-only once made,
// but for what it remembers.
type analyzer struct {
	project  *Project
	fs       *files
	program  *tsgo.Program
	aliases  []string // patterns of the paths option
	outlines map[*tsgo.SourceFile]*declarations
	analysed map[string]bool // the project's files

	assignments sync.Map // *tsgo.SourceFile to *targetsOfAssignment
}

// declarations maps the nodes of one tree to the declarations of its file.
type declarations struct {
	path         string
	decls        []facts.Decl
	byNode       map[*tsgo.Node]int
	constructors map[int]int // class to its constructor
}

func newAnalyzer(p *Project, fs *files, g *group, program *tsgo.Program) *analyzer {
	a := &analyzer{
		project: p, fs: fs, program: program,
		aliases:  slices.DeleteFunc(tsgo.PathPatterns(g.options), func(s string) bool { return s == "*" }),
		outlines: map[*tsgo.SourceFile]*declarations{}, analysed: make(map[string]bool, len(p.Files)),
	}
	for _, f := range p.Files {
		a.analysed[f] = true
	}
	for _, f := range program.SourceFiles() {
		if rel, ok := fs.relative(f.FileName()); ok && a.analysed[rel] {
			a.outlines[f] = declarationsOf(rel, f)
		}
	}
	return a
}

func declarationsOf(rel string, f *tsgo.SourceFile) *declarations {
	o := outlineOf(rel, f)
	d := &declarations{path: rel, decls: o.decls(), byNode: o.byNode(), constructors: map[int]int{}}
	for i, decl := range d.decls {
		if decl.Parent >= 0 && lastSegment(decl.Name) == "constructor" {
			d.constructors[decl.Parent] = i
		}
	}
	return d
}
