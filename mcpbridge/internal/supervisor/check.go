package supervisor

import (
	"fmt"
	"io/fs"
	"path/filepath"
)

// Check looks for what Start needs, without starting anything. The first error is the
// problem of the working folder, the second one that of the program; nil means that there
// is none. If the working folder is missing, Check does not look for a program with a
// relative path.
func Check(spec Spec) (folder, program error) {
	if problem := folderProblem(spec.Dir); problem != "" {
		folder = &StartError{fmt.Sprintf("working folder %q %s", spec.Dir, problem), fs.ErrInvalid}
	}
	path, err := lookPath(spec.Command, spec.Env)
	switch {
	case err != nil:
		return folder, err
	case folder != nil && !filepath.IsAbs(path):
		return folder, nil
	}
	if problem := programProblem(inFolder(spec.Dir, path), nil); problem != "" {
		program = &StartError{fmt.Sprintf("program %q %s", path, problem), fs.ErrInvalid}
	}
	return folder, program
}
