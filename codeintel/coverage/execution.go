package coverage

import (
	"context"
	"path"
	"path/filepath"
	"slices"
	"time"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/source"
)

// read reads the reports of a project and adds up their data about its files. A report that
// cannot be read, or that contains no file of the project, causes a warning.
func (r *Result) read(ctx context.Context, s *index.Snapshot) (map[string]*Data, error) {
	files := s.Files()
	all, placer := Report{}, newPlacer(s.Root(), files)
	reports, refused := find(s.Root(), files)
	for _, file := range refused {
		r.warn("%s: %s", file, source.ReasonNotRegular)
	}
	for _, found := range reports {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		report, err := found.read(s)
		if err != nil {
			r.warn("%s: %v", found.File, err)
			continue
		}
		placed := 0
		for name, data := range report {
			file, ok := placer.place(path.Dir(found.File), name)
			if !ok {
				continue
			}
			placed++
			all.file(file).add(data)
			found.Stale = found.Stale || changedAfter(s.Root(), file, found.Modified)
		}
		if placed == 0 {
			if len(report) > 0 {
				r.warn("%s: the project contains none of the files in the report (number of files: %d)",
					found.File, len(report))
			}
			continue
		}
		r.Reports = append(r.Reports, found)
	}
	return all, nil
}

func changedAfter(root, file string, at time.Time) bool {
	stamp, ok := source.StampOf(filepath.Join(root, filepath.FromSlash(file)))
	return ok && stamp.MTime > at.UnixNano()
}

// add adds the counts of another run.
func (d *Data) add(o *Data) {
	addCounts(d.Lines, o.Lines)
	addCounts(d.Functions, o.Functions)
	addCounts(d.Branches, o.Branches)
}

func addCounts[K comparable](to, from map[K]int) {
	for k, n := range from {
		to[k] = min(to[k]+n, maxHits)
	}
}

// fromData returns the coverage of a file from the data of reports. If no report contains the
// file, all its functions count as not run.
func fromData(file string, of *facts.Inspection, data *Data) File {
	if data == nil {
		data = &Data{}
	}
	f := File{Path: file}
	for _, hits := range data.Lines {
		f.Lines.count(hits > 0)
	}
	for _, hits := range data.Branches {
		f.Branches.count(hits > 0)
	}
	for b := range of.Sources() {
		e := elementFrom(of, b.Decl, data)
		f.Functions.count(e.Covered)
		f.Elements = append(f.Elements, e)
	}
	f.Tested = f.Lines.Covered > 0 || f.Functions.Covered > 0
	return f
}

// elementFrom returns the coverage of a function. Its hits are those of the report or, if the
// report has none, those of its first executable line. Its first line counts only if there is no
// other line, because that line runs when the function is declared.
func elementFrom(of *facts.Inspection, decl int, data *Data) Element {
	d := &of.Decls[decl]
	e := Element{Element: d.Element}
	counted, inner := false, nested(of, decl) // lines of nested declarations belong to those
	for line := d.Line; line <= d.EndLine; line++ {
		hits, ok := data.Lines[line]
		if !ok || within(inner, line) {
			continue
		}
		e.Lines.count(hits > 0)
		if !counted {
			e.Hits, counted = hits, line > d.Line
		}
	}
	if hits, ok := data.Functions[d.Line]; ok {
		e.Hits = hits
	}
	e.Covered = e.Hits > 0
	return e
}

// nested returns the declarations inside another that do not begin on its first line.
func nested(of *facts.Inspection, decl int) (inner []*facts.Decl) {
	for i := range of.Decls {
		if n := &of.Decls[i]; n.Parent == decl && n.Line > of.Decls[decl].Line {
			inner = append(inner, n)
		}
	}
	return inner
}

func within(inner []*facts.Decl, line int) bool {
	return slices.ContainsFunc(inner, func(d *facts.Decl) bool { return d.Line <= line && line <= d.EndLine })
}
