package tools

import (
	_ "embed"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/mcpserver/arguments"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/paging"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/toolerror"
	"github.com/coderef-system/coderefd/codeintel/source"
)

//go:embed schema/drift.input.json
var driftInput []byte

//go:embed schema/drift.output.json
var driftOutput []byte

// IndexPaths returns the default paths of index files, in the order in which they are
// tried. The first is the default in the tool's schema.
func IndexPaths() []string {
	return []string{".coderef-index.json", "coderef-index.json", ".coderef/index.json"}
}

// Drift defines coderef_drift.
func Drift() Definition {
	return Definition{
		Name: "coderef_drift",
		Description: "Compares an index file with the current state of the project. Use it to find the elements that " +
			"have moved, been renamed or disappeared since the index was written. It reads the index files of all " +
			"versions of the coderef tools (1.0.0 to 3.0.0, compact, .gz); coderef_export writes one. The status of " +
			"each element is unchanged, moved (to another line or file), renamed, missing, ambiguous (several elements " +
			"match) or added. Without the argument index_path, it reads the first of .coderef-index.json, " +
			"coderef-index.json and .coderef/index.json that exists; \"index_path\" in the result names it. confidence " +
			"is 1 for an element with the same name in the same file. Otherwise it is a sum up to 1: similar name " +
			"(0.5), same type (0.2), same parameters (0.15), same body (0.15), same file name or a file that most " +
			"elements of the old file moved to (0.1); a property that cannot be compared, because the index lacks it or " +
			"another tool computed it, counts half. \"suggestion\" is the reference to use instead; \"auto_fixable\" " +
			"means that it can be used without review. drift_percentage is the percentage of the elements in the index " +
			"with a status other than unchanged. Changes of bodies are not reported, and kinds of elements that indexes " +
			"do not list, such as properties, are not reported as added.",
		CLIDescription: "Compares an index file with the current state of the project by running an installed coderef " +
			"CLI. Use it to find the elements that have moved, been renamed or disappeared. Without the argument " +
			"index_path, it uses the first of .coderef-index.json, coderef-index.json and .coderef/index.json that " +
			"exists; \"index_path\" in the result names it. If the CLI does not list unchanged elements, " +
			"drift_percentage is the percentage of the elements that it lists.",
		Input: driftInput, Output: identified(driftOutput), Annotations: readOnly("Compare a project with its index"),
	}
}

// DriftRequest is the request of coderef_drift.
type DriftRequest struct {
	Root, IndexPath string
	Limit           int
	Cursor          string
}

// ReadDrift reads the arguments of coderef_drift.
func ReadDrift(args arguments.Values) (r DriftRequest, err error) {
	if r.Root, err = args.ProjectRoot(); err != nil {
		return r, err
	}
	if r.IndexPath, err = args.Text("index_path"); err != nil {
		return r, err
	}
	if r.IndexPath != "" {
		if err = arguments.CheckText("index_path", r.IndexPath, "give the path of an index file in the project"); err != nil {
			return r, err
		}
	}
	if r.Limit, err = args.Integer("limit", paging.DefaultLimit, 1, paging.MaxLimit); err != nil {
		return r, err
	}
	r.Cursor, err = args.Text("cursor")
	return r, err
}

// Digest returns the digest of the arguments. It does not cover the index file that
// [DriftRequest.FindIndex] finds: if index_path is not given, the next call may find another
// file.
func (r *DriftRequest) Digest() paging.Digest {
	return paging.DigestOf("coderef_drift", r.Root, r.candidates())
}

// candidates returns the paths to try, in order. The default in the schema counts as no
// path, because some clients send defaults.
func (r *DriftRequest) candidates() []string {
	paths := IndexPaths()
	if r.IndexPath == "" || r.IndexPath == paths[0] {
		return paths
	}
	return []string{r.IndexPath}
}

// FindIndex returns the path of the index file, with symbolic links resolved, and the
// same path relative to the project.
func (r *DriftRequest) FindIndex() (path, relative string, err error) {
	candidates := r.candidates()
	for _, candidate := range candidates {
		name := filepath.FromSlash(candidate)
		if !filepath.IsAbs(name) {
			name = filepath.Join(r.Root, name)
		}
		real, err := filepath.EvalSymlinks(name)
		if err == nil && !source.Within(r.Root, real) || err != nil && !source.Within(r.Root, filepath.Clean(name)) {
			// The error is the same whether the file exists or not.
			return "", "", &toolerror.Error{
				Code: toolerror.OutsideRoots, Message: "index_path lies outside the project: " + candidate,
				Hint: "give the path of an index file in the project",
			}
		}
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil {
			return "", "", UnreadableIndex(candidate)
		}
		relative, err := filepath.Rel(r.Root, real)
		return real, filepath.ToSlash(relative), err
	}
	return "", "", &toolerror.Error{
		Code: toolerror.IndexNotFound, Message: "the project has no index file at " + strings.Join(candidates, ", "),
		Hint: "give index_path, relative to project_path",
	}
}

// UnreadableIndex returns the tool error about an index file that cannot be opened.
func UnreadableIndex(path string) error {
	return &toolerror.Error{
		Code: toolerror.IndexInvalid, Message: "the index " + path + " cannot be read",
		Hint: "the server's user needs access to the file",
	}
}
