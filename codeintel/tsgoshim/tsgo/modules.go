package tsgo

import (
	"github.com/microsoft/typescript-go/internal/core"
	"github.com/microsoft/typescript-go/internal/tspath"
)

// IsNodeModule reports whether a specifier is that of a built-in module of Node.js.
func IsNodeModule(specifier string) bool { return core.NodeCoreModules()[specifier] }

// ResolvedModule returns the file to which a module specifier in a file resolves; ok is
// false if it does not resolve.
func (p *Program) ResolvedModule(f *SourceFile, specifier *Node) (path string, ok bool) {
	m := p.program.GetResolvedModuleFromModuleSpecifier(f, specifier)
	if m == nil { // the compiler resolves only specifiers that it recognizes as imports
		mode := p.program.GetModeForUsageLocation(f, specifier)
		m = p.program.ResolveModuleName(specifier.Text(), f.FileName(), mode)
	}
	if !m.IsResolved() {
		return "", false
	}
	return p.source(m.ResolvedFileName), true
}

// source returns the source file from which a file is built, and any other path unchanged.
func (p *Program) source(path string) string {
	if source := p.program.GetParseFileRedirect(path); source != "" {
		return source
	}
	return path
}

// Needs calls visit with the absolute path of every file to which f refers and that the
// program found: by imports (including the implicit import of JSX) and by references.
func (p *Program) Needs(f *SourceFile, visit func(path string)) {
	for _, m := range p.program.GetResolvedModules()[f.Path()] {
		if m.IsResolved() {
			visit(p.source(m.ResolvedFileName))
		}
	}
	for _, t := range p.program.GetResolvedTypeReferenceDirectives()[f.Path()] {
		if t.IsResolved() {
			visit(p.source(t.ResolvedFileName))
		}
	}
	for _, r := range f.ReferencedFiles {
		visit(p.source(tspath.ResolvePath(tspath.GetDirectoryPath(f.FileName()), r.FileName)))
	}
}

// IsGlobal reports whether a file has declarations that are visible without an import: it is
// not a module, or it augments other modules or the global scope.
func IsGlobal(f *SourceFile) bool {
	return IsScript(f) ||
		len(f.ModuleAugmentations) > 0 || len(f.AmbientModuleNames) > 0
}

// IsScript reports whether a file is not a module. The declarations of a script are global.
func IsScript(f *SourceFile) bool {
	return f.ExternalModuleIndicator == nil && f.CommonJSModuleIndicator == nil
}
