package settings

import "strings"

// ini reads setup.cfg and the files of pytest, tox and mypy.
func (r *reader) ini(base, text string) {
	r.IsBuild = base == "setup.cfg"
	section, key := "", ""
	for line := range strings.Lines(text) {
		name := strings.TrimSpace(line)
		switch {
		case name == "" || name[0] == '#' || name[0] == ';':
		case line[0] == ' ' || line[0] == '\t': // continues the value
			r.option(section, key, name)
		case name[0] == '[':
			section, key = strings.Trim(name, "[]"), ""
		default:
			at := strings.IndexAny(name, "=:")
			if at < 0 {
				key = ""
				continue
			}
			key = strings.ReplaceAll(strings.ToLower(strings.TrimSpace(name[:at])), "-", "_")
			r.option(section, key, strings.TrimSpace(name[at+1:]))
		}
	}
}

// option reads one line of the value of an option.
func (r *reader) option(section, key, value string) {
	switch {
	case section == "options" && key == "package_dir":
		if name, folder, ok := strings.Cut(value, "="); ok {
			r.pack(strings.TrimSpace(name), folder)
		}
	case strings.HasPrefix(section, "options.packages.find") && key == "where" && value != "":
		r.root(value)
	case section == "options" && (strings.HasSuffix(key, "_requires") || key == "tests_require"),
		section == "options.extras_require", strings.HasPrefix(section, "testenv") && key == "deps":
		r.require(value)
	case (section == "pytest" || section == "tool:pytest") && (key == "pythonpath" || key == "python_paths"):
		r.rootsIn(strings.Fields(value))
	case section == "mypy" && key == "mypy_path":
		r.searchPath(value)
	}
}
