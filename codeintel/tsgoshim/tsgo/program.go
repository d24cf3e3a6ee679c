package tsgo

import (
	"github.com/microsoft/typescript-go/internal/bundled"
	"github.com/microsoft/typescript-go/internal/checker"
	"github.com/microsoft/typescript-go/internal/compiler"
	"github.com/microsoft/typescript-go/internal/core"
	"github.com/microsoft/typescript-go/internal/diagnostics"
	"github.com/microsoft/typescript-go/internal/tsoptions"
	"github.com/microsoft/typescript-go/internal/tspath"
)

// Checker is the type checker. It is not safe for concurrent use.
type Checker = checker.Checker

// Signature is a resolved call signature.
type Signature = checker.Signature

// Options are compiler options.
type Options = core.CompilerOptions

// Program is a set of files with all files that they import, resolved. It is immutable:
// [Program.Update] returns another program.
type Program struct {
	program *compiler.Program
	host    *host
	roots   map[string]bool
}

// ProgramConfig holds the inputs of a program.
type ProgramConfig struct {
	Dir        string // folder to which relative settings refer
	Disk       *Disk
	Options    *Options
	Roots      []string     // absolute paths
	References []*Reference // configurations whose build output is replaced by its sources
	Cache      *Cache
	Loading    Loading
}

// Loading lets the owner of a program observe and stop its loading. Both functions are
// required and are called concurrently.
type Loading struct {
	// Wanted is called before each file. A file for which it returns false is not loaded,
	// and the program is then incomplete and must not be used.
	Wanted func(path string) bool
	// Loaded is called with each file, parsed now or earlier. If it panics, the file counts
	// as missing.
	Loaded func(*SourceFile)
}

// NewProgram loads the root files and all files that they import.
func NewProgram(c ProgramConfig) *Program {
	c.Options.NoEmit = core.TSTrue
	c.Options.SkipLibCheck = core.TSTrue
	config := tsoptions.NewParsedCommandLine(c.Options, c.Roots, tspath.ComparePathsOptions{
		CurrentDirectory: c.Dir, UseCaseSensitiveFileNames: c.Disk.fs.UseCaseSensitiveFileNames(),
	})
	refer(config, c.Dir, c.References)
	trace := func(*diagnostics.Message, ...any) {}
	h := &host{
		CompilerHost: compiler.NewCompilerHost(c.Dir, c.Disk.fs, bundled.LibPath(), nil, trace),
		files:        c.Disk.files,
		cache:        c.Cache,
		references:   c.References,
		loading:      c.Loading,
	}
	program := compiler.NewProgram(compiler.ProgramOptions{Host: h, Config: config, UseSourceOfProjectReference: true})
	roots := make(map[string]bool, len(c.Roots))
	for _, r := range c.Roots {
		roots[r] = true
	}
	return &Program{program: program, host: h, roots: roots}
}

// NewChecker returns a checker without cached types. It binds all files that are not bound
// yet.
func (p *Program) NewChecker() *Checker {
	p.Bind()
	c, _ := checker.NewChecker(p.program, nil)
	return c
}

// SourceFiles returns all files of the program, libraries included.
func (p *Program) SourceFiles() []*SourceFile { return p.program.SourceFiles() }

// SourceFile returns a file by its absolute path, or nil.
func (p *Program) SourceFile(path string) *SourceFile { return p.program.GetSourceFile(path) }

// Bind binds all files in parallel, and adds the declarations of JavaScript files that the
// compiler does not know.
func (p *Program) Bind() { p.host.cache.bind(p.program) }

// IsLibrary reports whether a file is one of the compiler's own lib files.
func (p *Program) IsLibrary(f *SourceFile) bool {
	return p.program.IsSourceFileDefaultLibrary(f.Path())
}
