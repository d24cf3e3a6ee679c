package coverage

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// maxReportBytes bounds a report: it is read by line, but its data are kept.
const maxReportBytes = 256 << 20

// Found is a report that lies in a project.
type Found struct {
	File     string // relative to the root
	Format   Format
	Modified time.Time
	Stale    bool // a file in it has changed since
}

// reportNames are the names that tools give to their reports, beside each other for
// one folder the better first: Istanbul's JSON tells more than its LCOV does.
func reportNames() map[string]Format {
	return map[string]Format{
		"coverage/coverage-final.json": Istanbul, "coverage/lcov.info": LCOV, "lcov.info": LCOV, "coverage.lcov": LCOV, "coverage/coverage.lcov": LCOV,
		"coverage.out": GoCover, "cover.out": GoCover, "coverage.txt": GoCover, "profile.cov": GoCover, "c.out": GoCover, "coverage/coverage.out": GoCover,
		"coverage.xml": Cobertura, "cobertura.xml": Cobertura, "coverage/cobertura-coverage.xml": Cobertura, "coverage/coverage.xml": Cobertura,
	}
}

// find returns the reports that lie in a project: in its root, and in the folders of
// its source files and those above, where packages of a workspace have theirs.
func find(root string, files []string) []Found {
	var out []Found
	for _, folder := range folders(files) {
		for name, format := range reportNames() {
			rel := path.Join(folder, name)
			// No link is followed: what it leads to may lie outside.
			info, err := os.Lstat(filepath.Join(root, filepath.FromSlash(rel)))
			if err == nil && info.Mode().IsRegular() && inside(root, rel) {
				out = append(out, Found{File: rel, Format: format, Modified: info.ModTime()})
			}
		}
	}
	slices.SortFunc(out, func(a, b Found) int { return strings.Compare(a.File, b.File) })
	// The same run in another form would count twice.
	return slices.DeleteFunc(out, func(f Found) bool {
		return f.Format == LCOV && slices.ContainsFunc(out, func(o Found) bool {
			return o.Format == Istanbul && path.Dir(o.File) == path.Dir(f.File)
		})
	})
}

// inside reports that no folder on the way to a path is a link.
func inside(root, rel string) bool {
	real, err := filepath.EvalSymlinks(filepath.Join(root, filepath.FromSlash(rel)))
	return err == nil && real == filepath.Join(root, filepath.FromSlash(rel))
}

func folders(files []string) []string {
	seen := map[string]bool{".": true}
	for _, f := range files {
		for dir := path.Dir(f); !seen[dir]; dir = path.Dir(dir) {
			seen[dir] = true
		}
	}
	out := make([]string, 0, len(seen))
	for dir := range seen {
		out = append(out, dir)
	}
	slices.Sort(out)
	return out
}

// read parses a report.
func (f *Found) read(root string) (report Report, err error) {
	file, err := os.Open(filepath.Join(root, filepath.FromSlash(f.File)))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	info, err := file.Stat()
	switch {
	case err != nil:
		return nil, err
	case info.Size() > maxReportBytes:
		return nil, fmt.Errorf("%w: larger than %d bytes", ErrFormat, maxReportBytes)
	}
	return Parse(f.Format, file)
}
