package tsgo

import (
	"github.com/microsoft/typescript-go/internal/core"
	"github.com/microsoft/typescript-go/internal/tspath"
)

// IsNodeModule reports a module that Node.js brings along.
func IsNodeModule(specifier string) bool { return core.NodeCoreModules()[specifier] }

// ResolvedModule returns the file a module specifier of a file leads to; ok is
// false when it leads nowhere.
func (p *Program) ResolvedModule(f *SourceFile, specifier *Node) (path string, ok bool) {
	m := p.program.GetResolvedModuleFromModuleSpecifier(f, specifier)
	if m == nil { // the compiler resolves what it takes for imports only
		mode := p.program.GetModeForUsageLocation(f, specifier)
		m = p.program.ResolveModuleName(specifier.Text(), f.FileName(), mode)
	}
	if !m.IsResolved() {
		return "", false
	}
	return p.source(m.ResolvedFileName), true
}

// source returns the source of what is built from one, and any other path as it is.
func (p *Program) source(path string) string {
	if source := p.program.GetParseFileRedirect(path); source != "" {
		return source
	}
	return path
}

// Needs calls visit with the absolute path of every file that f refers to and the
// program found: imports, those that JSX implies among them, and references.
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

// IsGlobal reports a file whose declarations are seen without being imported: no
// module, or one that adds to other modules or to the global scope.
func IsGlobal(f *SourceFile) bool {
	return IsScript(f) ||
		len(f.ModuleAugmentations) > 0 || len(f.AmbientModuleNames) > 0
}

// IsScript reports a file that is no module: what it declares is global.
func IsScript(f *SourceFile) bool {
	return f.ExternalModuleIndicator == nil && f.CommonJSModuleIndicator == nil
}
