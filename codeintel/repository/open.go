package repository

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/repository/files"
	"github.com/coderef-system/coderefd/codeintel/repository/objects"
	"github.com/coderef-system/coderefd/codeintel/source"
)

// ErrNone is returned if a folder is in no repository.
var ErrNone = errors.New("not in a git repository")

// ErrUnsupported is returned for a repository with a format that this package does not read.
var ErrUnsupported = errors.New("the format of the git repository is not supported")

// Repository is the git repository of a project folder. It is safe for concurrent use.
type Repository struct {
	opener    files.Opener
	top       string // work tree; empty if the repository is bare
	project   string // the project folder, without links
	prefix    string // of the project folder in the work tree: empty, or with slashes and one at the end
	gitDir    string // HEAD and index
	commonDir string // objects, references and configuration, shared by linked work trees
	settings  settings
	objects   *objects.Store
}

// maxSmallFile bounds files that contain one line, in bytes.
const maxSmallFile = 8 << 10

// Open opens the repository that contains an absolute folder. It opens only files that roots
// allow. The error is [ErrNone] if there is no repository. The caller must close the repository.
func Open(project string, roots source.Roots) (*Repository, error) { return open(project, roots, nil) }

// open opens a repository and calls observe with every path that it will examine, except the
// files of objects, which never change.
func open(project string, roots source.Roots, observe files.Observer) (*Repository, error) {
	real, err := filepath.EvalSymlinks(project)
	if err != nil {
		return nil, err
	}
	r := &Repository{project: real, opener: files.Opener{Roots: roots, Observe: observe}}
	if r.top, r.gitDir, err = r.discover(real); err != nil {
		return nil, err
	}
	if r.commonDir, err = r.shared(); err != nil {
		return nil, err
	}
	if err := r.readSettings(); err != nil {
		return nil, err
	}
	if err := r.locate(real); err != nil {
		return nil, err
	}
	r.objects = objects.New(filepath.Join(r.commonDir, "objects"), files.Opener{Roots: roots})
	return r, nil
}

// Close closes the open files of the repository.
func (r *Repository) Close() { r.objects.Close() }

// discover finds the work tree and its folder of git data, in a folder or above. In a bare
// repository, top is empty.
func (r *Repository) discover(from string) (top, gitDir string, err error) {
	for dir := from; ; dir = filepath.Dir(dir) {
		dotGit := filepath.Join(dir, ".git")
		info, err := r.opener.Stat(dotGit)
		switch {
		case err != nil && !errors.Is(err, fs.ErrNotExist):
			return "", "", fmt.Errorf("find the git repository: %w", err)
		case err == nil && info.IsDir() && r.isGitDir(dotGit):
			return dir, dotGit, nil
		case err == nil && !info.IsDir():
			gitDir, err := r.readLink(dotGit)
			return dir, gitDir, err
		case r.isGitDir(dir):
			return "", dir, nil
		case filepath.Dir(dir) == dir:
			return "", "", ErrNone
		}
	}
}

// isGitDir reports whether a folder contains what git requires of its data.
func (r *Repository) isGitDir(dir string) bool {
	if _, err := r.opener.Stat(filepath.Join(dir, "HEAD")); err != nil {
		return false
	}
	if _, err := r.opener.Stat(filepath.Join(dir, "commondir")); err == nil {
		return true
	}
	for _, name := range []string{"objects", "refs"} {
		if info, err := r.opener.Stat(filepath.Join(dir, name)); err != nil || !info.IsDir() {
			return false
		}
	}
	return true
}

// readLink reads a .git file, which names the folder of git data.
func (r *Repository) readLink(dotGit string) (string, error) {
	data, _, err := r.opener.Read(dotGit, maxSmallFile)
	if err != nil {
		return "", err
	}
	dir, ok := strings.CutPrefix(string(data), "gitdir: ")
	dir = filepath.FromSlash(strings.TrimRight(dir, "\r\n"))
	if !ok || dir == "" {
		return "", fmt.Errorf("read %s: it does not name a git folder", dotGit)
	}
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(filepath.Dir(dotGit), dir)
	}
	if !r.isGitDir(dir) {
		return "", fmt.Errorf("read %s: it names a folder that is not a git folder", dotGit)
	}
	return dir, nil
}

// shared returns the folder of the data that linked work trees share.
func (r *Repository) shared() (string, error) {
	data, _, err := r.opener.Read(filepath.Join(r.gitDir, "commondir"), maxSmallFile)
	if errors.Is(err, fs.ErrNotExist) {
		return r.gitDir, nil
	}
	if err != nil {
		return "", err
	}
	dir := filepath.FromSlash(strings.TrimRight(string(data), "\r\n"))
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(r.gitDir, dir)
	}
	return dir, nil
}

// locate sets the place of the project in the work tree.
func (r *Repository) locate(project string) error {
	if r.top == "" {
		return nil
	}
	if r.settings.bare && r.settings.workTree == "" && r.gitDir == r.commonDir {
		r.top = ""
		return nil
	}
	if tree := filepath.FromSlash(r.settings.workTree); tree != "" && r.gitDir == r.commonDir {
		if !filepath.IsAbs(tree) {
			tree = filepath.Join(r.gitDir, tree)
		}
		real, err := filepath.EvalSymlinks(tree)
		if err != nil || !source.Within(real, project) {
			return fmt.Errorf("%w: core.worktree is not a folder that contains the project", ErrUnsupported)
		}
		r.top = real
	}
	rel, err := filepath.Rel(r.top, project)
	if err != nil {
		return err
	}
	if rel != "." {
		r.prefix = filepath.ToSlash(rel) + "/"
	}
	return nil
}
