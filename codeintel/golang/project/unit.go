package project

import "strings"

// Unit is a set of files that are type-checked together: a package with its internal tests,
// the external tests of a folder, or a file that no build includes.
type Unit struct {
	Dir        string
	Name       string
	External   bool  // an external test package
	Standalone *File // the only file, or nil
	View       View
}

// UnitOf returns the unit that contains a file.
func (p *Project) UnitOf(f *File) Unit {
	if f.Standalone {
		return Unit{Dir: f.Dir, Name: f.Name, Standalone: f, View: View{Platform: p.Host}}
	}
	d, target := p.Folders[f.Dir], f.Platform
	u := Unit{Dir: f.Dir, Name: f.Name, View: View{Platform: target}}
	if d.isExternal(f, target) {
		u.External = true
		if d.HasTests(strings.TrimSuffix(f.Name, "_test"), target) {
			u.View.Tests = f.Dir
		}
	}
	return u
}

// UnitFiles returns the files of a unit. Files that the host's build excludes come first, so
// that their declarations take precedence over duplicates.
func (p *Project) UnitFiles(u Unit) []*File {
	d := p.Folders[u.Dir]
	if u.Standalone != nil {
		if u.Standalone.Name == "main" || u.Standalone.Name != d.PackageName(p.Host) {
			return []*File{u.Standalone}
		}
		return append([]*File{u.Standalone}, d.Sources(u.Name, View{Platform: p.Host})...)
	}
	var other, common []*File
	for _, f := range d.Files {
		switch {
		case !f.isPart(u.Name, u.View.Platform, true) || u.External && !f.IsTest:
		case f.Condition.Matches(p.Host):
			common = append(common, f)
		default:
			other = append(other, f)
		}
	}
	return append(other, common...)
}
