package settings

import (
	"path"
	"strings"
)

// Settings are the settings of all files of a project. All folders are relative to its root.
type Settings struct {
	Roots    []string          // folders that contain packages and modules
	Packages map[string]string // by the name of a top-level package, its folder
	Requires map[string]bool   // distributions that the project depends on, as in [Normalize]
}

// Add adds the settings of one file. The folder of a file that describes a distribution is a
// root.
func (s *Settings) Add(file string, of File) {
	s.Roots = append(s.Roots, of.Roots...)
	if of.IsBuild {
		s.Roots = append(s.Roots, path.Dir(file))
	}
	if s.Packages == nil {
		s.Packages, s.Requires = map[string]string{}, map[string]bool{}
	}
	for name, dir := range of.Packages {
		if _, exists := s.Packages[name]; !exists {
			s.Packages[name] = dir
		}
	}
	for _, name := range of.Requires {
		s.Requires[name] = true
	}
}

// IsFile reports whether a file has settings, other than setup.py, which is a source file.
func IsFile(file string) bool {
	switch path.Base(file) {
	case "pyproject.toml", "setup.cfg", "pytest.ini", ".pytest.ini", "tox.ini", "mypy.ini":
		return true
	}
	return isRequirements(file)
}

// IsSetup reports whether a source file has settings.
func IsSetup(file string) bool { return path.Base(file) == "setup.py" }

// isRequirements reports whether a file lists requirements of pip: requirements.txt,
// dev-requirements.in, requirements/dev.txt.
func isRequirements(file string) bool {
	dir, base := path.Split(file)
	ext := path.Ext(base)
	return (ext == ".txt" || ext == ".in") &&
		(strings.Contains(base, "requirements") || path.Base(dir) == "requirements")
}

// Read returns the settings in a file. It ignores values that it cannot interpret. The error
// describes a syntax error in a TOML file.
func Read(file, text string) (File, error) {
	r := &reader{dir: path.Dir(file)}
	switch base := path.Base(file); {
	case base == "pyproject.toml":
		if err := r.pyproject(text); err != nil {
			return File{}, err
		}
	case base == "setup.py":
		r.setup(text)
	case isRequirements(file):
		for line := range strings.Lines(text) {
			r.require(line)
		}
	default:
		r.ini(base, text)
	}
	return r.File, nil
}
