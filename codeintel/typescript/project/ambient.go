package project

import (
	"slices"
	"strings"

	"github.com/microsoft/typescript-go/shim/tsgo"
)

// hidesPackage reports whether a file of a group would replace a package of the project for
// all files of the group: it declares the package as an ambient module, and its configuration c
// does not include it; c can be nil. Such files are appended to built declarations, for example.
func hidesPackage(p *Project, c *config, file string) bool {
	abs := Absolute(p.Root, file)
	if c == nil || c.includes[abs] || !tsgo.IsDeclarationFile(file) {
		return false
	}
	text, _ := p.FS.Read(abs)
	if !strings.Contains(text, "declare module") {
		return false
	}
	f := tsgo.Parse(abs, text)
	return f != nil && tsgo.IsScript(f) && slices.ContainsFunc(f.AmbientModuleNames, func(name string) bool {
		return p.Packages[name]
	})
}
