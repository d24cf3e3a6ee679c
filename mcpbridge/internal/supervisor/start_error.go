package supervisor

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// StartError is why a child process could not be started. Its text names the program and the
// places where it was searched, or the working folder.
type StartError struct {
	text string
	err  error
}

func (e *StartError) Error() string { return e.text }

// Unwrap returns the error of the system.
func (e *StartError) Unwrap() error { return e.err }

// notFound is the error for a program that no folder of a PATH contains. It lists each
// folder once.
func notFound(command, path string) error {
	var searched []string
	for _, dir := range filepath.SplitList(path) {
		if filepath.IsAbs(dir) && !slices.Contains(searched, dir) {
			searched = append(searched, dir)
		}
	}
	text := fmt.Sprintf("program %q was not found: the server's PATH has no absolute folder", command)
	if len(searched) > 0 {
		text = fmt.Sprintf("program %q was not found in the server's PATH (%s)", command, strings.Join(searched, ", "))
	}
	return &StartError{text, fs.ErrNotExist}
}

// startError explains the error of an attempt to start the program at path. The system
// reports the same error for a missing program, a missing working folder and a missing
// interpreter, so their existence is checked.
func startError(spec Spec, path string, err error) error {
	if problem := folderProblem(spec.Dir); problem != "" {
		return &StartError{fmt.Sprintf("working folder %q %s", spec.Dir, problem), err}
	}
	return &StartError{fmt.Sprintf("program %q %s", path, programProblem(inFolder(spec.Dir, path), err)), err}
}

// inFolder returns the file that a relative path names after a change to dir.
func inFolder(dir, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}

// folderProblem describes the problem of a working folder; empty: there is
// none.
func folderProblem(dir string) string {
	if dir == "" {
		return ""
	}
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "does not exist"
	case err != nil:
		return "cannot be used: " + cause(err)
	case !info.IsDir():
		return "is not a folder"
	}
	return ""
}

// programProblem describes why a program cannot be started. err is the error of an attempt;
// without one, the result may be empty.
func programProblem(file string, err error) string {
	info, statErr := os.Stat(file)
	switch {
	case errors.Is(statErr, fs.ErrNotExist):
		return "does not exist"
	case statErr != nil:
		return "cannot be used: " + cause(statErr)
	case info.IsDir():
		return "is a folder"
	case info.Mode().Perm()&0o111 == 0:
		return "is not executable"
	case err == nil:
		return ""
	case errors.Is(err, fs.ErrNotExist):
		return "exists, but the interpreter in its first line or its dynamic loader does not"
	}
	return "cannot be started: " + cause(err)
}

// cause is the text of an error without the operation and the path.
func cause(err error) string {
	if problem, ok := errors.AsType[*fs.PathError](err); ok {
		return problem.Err.Error()
	}
	return err.Error()
}
