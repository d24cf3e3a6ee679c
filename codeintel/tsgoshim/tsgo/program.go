package tsgo

import (
	"context"

	"github.com/microsoft/typescript-go/internal/ast"
	"github.com/microsoft/typescript-go/internal/bundled"
	"github.com/microsoft/typescript-go/internal/checker"
	"github.com/microsoft/typescript-go/internal/compiler"
	"github.com/microsoft/typescript-go/internal/core"
	"github.com/microsoft/typescript-go/internal/diagnostics"
	"github.com/microsoft/typescript-go/internal/tsoptions"
	"github.com/microsoft/typescript-go/internal/tspath"
	"github.com/microsoft/typescript-go/internal/vfs/cachedvfs"
)

// Checker is the type checker. One checker serves one goroutine at a time.
type Checker = checker.Checker

// Signature is a resolved call signature.
type Signature = checker.Signature

// Options are compiler options.
type Options = core.CompilerOptions

// Program is a set of files with everything they import, resolved.
type Program struct {
	program *compiler.Program
}

// ProgramConfig is what a program is made from.
type ProgramConfig struct {
	Dir        string // folder that relative settings start from
	Files      FileSystem
	Options    *Options
	Roots      []string     // absolute paths
	References []*Reference // whose build output is replaced by its sources
	Checkers   int          // how many work in parallel
	Cache      *Cache
	// Parsed, which may be called concurrently, hears of every file that is
	// parsed; once it returns false no more files are loaded, and the program
	// is of no use.
	Parsed func(path string) bool
}

// NewProgram loads the root files and what they import.
func NewProgram(c ProgramConfig) *Program {
	fs := cachedvfs.From(bundled.WrapFS(&hostFS{FS: osFS(), files: c.Files}))
	c.Options.Checkers = &c.Checkers
	c.Options.NoEmit = core.TSTrue
	c.Options.SkipLibCheck = core.TSTrue
	config := tsoptions.NewParsedCommandLine(c.Options, c.Roots, tspath.ComparePathsOptions{
		CurrentDirectory: c.Dir, UseCaseSensitiveFileNames: fs.UseCaseSensitiveFileNames(),
	})
	refer(config, c.Dir, c.References)
	h := &host{
		CompilerHost: compiler.NewCompilerHost(c.Dir, fs, bundled.LibPath(), nil, func(*diagnostics.Message, ...any) {}),
		cache:        c.Cache,
		references:   c.References,
		parsed:       c.Parsed,
	}
	program := compiler.NewProgram(compiler.ProgramOptions{Host: h, Config: config, UseSourceOfProjectReference: true})
	return &Program{program: program}
}

// host lets the owner follow and stop loading.
type host struct {
	compiler.CompilerHost
	cache      *Cache
	references []*Reference
	parsed     func(string) bool
}

// GetSourceFile implements the compiler's host. It runs on goroutines of the
// compiler's, where a panic would end the process: the file counts as missing.
func (h *host) GetSourceFile(opts ast.SourceFileParseOptions) (f *ast.SourceFile) {
	defer func() {
		if recover() != nil {
			f = nil
		}
	}()
	if !h.parsed(opts.FileName) {
		return nil
	}
	return h.cache.get(opts, func() *ast.SourceFile { return shallow(h.CompilerHost.GetSourceFile(opts)) })
}

// SourceFiles returns all files of the program, libraries included.
func (p *Program) SourceFiles() []*SourceFile { return p.program.SourceFiles() }

// SourceFile returns a file by its absolute path, or nil.
func (p *Program) SourceFile(path string) *SourceFile { return p.program.GetSourceFile(path) }

// Bind binds all files in parallel.
func (p *Program) Bind() { p.program.BindSourceFiles() }

// IsLibrary reports one of the compiler's own lib files.
func (p *Program) IsLibrary(f *SourceFile) bool {
	return p.program.IsSourceFileDefaultLibrary(f.Path())
}

// ForEachFile visits files on all checkers in parallel, each file on the
// checker that owns it.
func (p *Program) ForEachFile(ctx context.Context, files []*SourceFile, visit func(*Checker, *SourceFile)) {
	p.program.ForEachCheckerParallel(func(_ int, c *checker.Checker) {
		for _, f := range files {
			if ctx.Err() != nil {
				return
			}
			owner, done := p.program.GetTypeCheckerForFile(ctx, f)
			done()
			if owner == c {
				visit(c, f)
			}
		}
	})
}

// IsNodeModule reports a module that Node.js brings along.
func IsNodeModule(specifier string) bool { return core.NodeCoreModules()[specifier] }

// ResolvedModule returns the file a module specifier of a file leads to; ok is
// false when it leads nowhere. External reports a package below node_modules.
func (p *Program) ResolvedModule(f *SourceFile, specifier *Node) (path string, external, ok bool) {
	m := p.program.GetResolvedModuleFromModuleSpecifier(f, specifier)
	if m == nil { // the compiler resolves what it takes for imports only
		mode := p.program.GetModeForUsageLocation(f, specifier)
		m = p.program.ResolveModuleName(specifier.Text(), f.FileName(), mode)
	}
	if !m.IsResolved() {
		return "", false, false
	}
	if source := p.program.GetParseFileRedirect(m.ResolvedFileName); source != "" {
		return source, false, true
	}
	return m.ResolvedFileName, m.IsExternalLibraryImport, true
}
