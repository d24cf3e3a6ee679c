package arguments

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/mcpserver/toolerror"
	"github.com/coderef-system/coderefd/codeintel/source"
)

// ProjectRoot reads project_path, the absolute path of an existing folder. It resolves
// symbolic links, so that a project has the same root under all its paths.
func (a Values) ProjectRoot() (string, error) {
	const hint = "give the absolute path of the project's root folder"
	p, err := a.RequiredText("project_path", hint)
	if err != nil {
		return "", err
	}
	if !filepath.IsAbs(p) {
		return "", toolerror.Invalid(hint, "project_path must be absolute, not %q", p)
	}
	root, err := filepath.EvalSymlinks(filepath.Clean(p))
	if err != nil {
		return "", &toolerror.Error{Code: toolerror.ProjectNotFound, Message: "project_path does not exist: " + p, Hint: hint}
	}
	info, err := os.Stat(root)
	if err != nil || !info.IsDir() {
		return "", &toolerror.Error{
			Code: toolerror.ProjectNotFound, Message: "project_path is not a directory: " + p, Hint: hint,
		}
	}
	return root, nil
}

// SourcePath reads path, the absolute path of an existing file or folder, and resolves
// symbolic links.
func (a Values) SourcePath() (path string, folder bool, err error) {
	const hint = "give the absolute path of a source file or folder"
	p, err := a.RequiredText("path", hint)
	if err != nil {
		return "", false, err
	}
	if !filepath.IsAbs(p) {
		return "", false, toolerror.Invalid(hint, "path must be absolute, not %q", p)
	}
	real, err := filepath.EvalSymlinks(filepath.Clean(p))
	if err != nil {
		return "", false, &toolerror.Error{Code: toolerror.ProjectNotFound, Message: "path does not exist: " + p, Hint: hint}
	}
	info, err := os.Stat(real)
	if err != nil || !info.IsDir() && !info.Mode().IsRegular() {
		return "", false, &toolerror.Error{
			Code: toolerror.ProjectNotFound, Message: "path is neither a file nor a folder: " + p, Hint: hint,
		}
	}
	return real, info.IsDir(), nil
}

// CheckRoots rejects arguments that name a path outside the roots. It skips paths that
// are not absolute: the tool resolves those against the project.
func (a Values) CheckRoots(roots source.Roots) error {
	for _, name := range []string{"project_path", "path", "output_path", "index_path"} {
		p, err := a.Text(name)
		if err != nil {
			return err
		}
		if filepath.IsAbs(p) && !roots.Allows(p) {
			return &toolerror.Error{
				Code: toolerror.OutsideRoots, Message: name + " lies outside the folders that the server may use: " + p,
				Hint: "use a path in a folder that a --root flag of the server names",
			}
		}
	}
	return nil
}

// OrDeleted returns the error of a call about a project. If the project was deleted
// during the call, it returns PROJECT_NOT_FOUND in place of the failure that this
// caused. It keeps tool errors and cancellation.
func (a Values) OrDeleted(err error) error {
	var tool *toolerror.Error
	if err == nil || len(a["project_path"]) == 0 || errors.As(err, &tool) || errors.Is(err, context.Canceled) {
		return err
	}
	if _, deleted := a.ProjectRoot(); deleted != nil {
		return deleted
	}
	return err
}

// InProject returns an absolute path below the root relative to the root, and any other
// target unchanged.
func InProject(root, target string) string { return strings.TrimPrefix(target, root+"/") }
