package coverage

import (
	"errors"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/source"
)

// Found is a report found in a project.
type Found struct {
	File     string // relative to the root
	Format   Format
	Modified time.Time
	Stale    bool // a file in the report changed after the report was written
}

// reportNames returns the names that tools give to their reports.
func reportNames() map[string]Format {
	return map[string]Format{
		"coverage/coverage-final.json": Istanbul,

		"coverage/lcov.info": LCOV, "lcov.info": LCOV, "coverage.lcov": LCOV, "coverage/coverage.lcov": LCOV,

		"coverage.out": GoCover, "cover.out": GoCover, "coverage.txt": GoCover, "profile.cov": GoCover,
		"c.out": GoCover, "coverage/coverage.out": GoCover,

		"coverage.xml": Cobertura, "cobertura.xml": Cobertura, "coverage/cobertura-coverage.xml": Cobertura,
		"coverage/coverage.xml": Cobertura,
	}
}

// maxJSONBytes bounds a report in JSON, which is decoded as a whole. It needs several times its
// size.
const maxJSONBytes = 64 << 20

// find returns the reports in a project, sorted by path, and the paths of reports that are not
// regular files. It looks in the root, in the folders of the source files and in all folders
// above these, because each package of a workspace may have its own report. If a folder
// contains both Istanbul's JSON and LCOV, it returns only the JSON, which contains more data.
func find(root string, files []string) (out []Found, refused []string) {
	for _, folder := range source.FoldersOf(files) {
		for name, format := range reportNames() {
			rel := path.Join(folder, name)
			// Links are not followed: their targets may be outside of the project.
			info, err := os.Lstat(filepath.Join(root, filepath.FromSlash(rel)))
			switch {
			case err != nil || info.IsDir():
			case !info.Mode().IsRegular():
				refused = append(refused, rel)
			case inside(root, rel):
				out = append(out, Found{File: rel, Format: format, Modified: info.ModTime()})
			}
		}
	}
	slices.SortFunc(out, func(a, b Found) int { return strings.Compare(a.File, b.File) })
	slices.Sort(refused)
	// The same run in another format would count twice.
	return slices.DeleteFunc(out, func(f Found) bool {
		return f.Format == LCOV && slices.ContainsFunc(out, func(o Found) bool {
			return o.Format == Istanbul && path.Dir(o.File) == path.Dir(f.File)
		})
	}), refused
}

// inside reports whether no part of a path below the root is a link.
func inside(root, rel string) bool {
	real, err := filepath.EvalSymlinks(filepath.Join(root, filepath.FromSlash(rel)))
	return err == nil && real == filepath.Join(root, filepath.FromSlash(rel))
}

// read parses a report.
func (f *Found) read(s *index.Snapshot) (Report, error) {
	limit := int64(source.MaxDataBytes)
	if f.Format == Istanbul {
		limit = maxJSONBytes
	}
	file, err := s.Roots().Open(filepath.Join(s.Root(), filepath.FromSlash(f.File)), limit)
	if err != nil {
		return nil, errors.New(source.ReasonOf(err)) // the warning names the file
	}
	defer file.Close()
	return Parse(f.Format, file)
}
