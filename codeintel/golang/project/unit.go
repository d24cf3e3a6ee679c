package project

import "strings"

// Unit is what is type-checked together so that facts can be taken from it: a
// package with its own tests, the external tests of a folder, or a single file
// that is part of no build.
type Unit struct {
	Dir        string
	Name       string
	External   bool  // tests: the package is another than the folder's
	Standalone *File // the only file, or nil
	View       View
}

// UnitOf returns the unit that a file's facts are taken from.
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

// UnitFiles returns the files of a unit. Those that the host's build has not come
// first: where two declare the same name, theirs is what they mean.
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
