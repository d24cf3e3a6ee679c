package impact

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/change"
	"github.com/coderef-system/coderefd/codeintel/diff"
	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/repository"
	"github.com/coderef-system/coderefd/codeintel/source"
)

// ChangedFile is a file of a change.
type ChangedFile struct {
	change.File
	// Side is the side that the file on disk is on. On the side Neither, dependents and tests are
	// those of the file on disk.
	Side   diff.Side
	Reason string // why the texts are unknown; empty if they are known
}

// Path returns the path on the new side, or on the old side of a removed file.
func (f *ChangedFile) Path() string {
	if f.NewPath != "" {
		return f.NewPath
	}
	return f.OldPath
}

// Status returns added, removed, renamed or modified.
func (f *ChangedFile) Status() string {
	switch {
	case f.OldPath == "":
		return "added"
	case f.NewPath == "":
		return "removed"
	case f.OldPath != f.NewPath:
		return "renamed"
	default:
		return "modified"
	}
}

// ErrNeither is wrapped if no file of a diff is as on one of its sides.
var ErrNeither = errors.New("the project is on neither side of the diff")

// FilesOfDiff returns the files of a diff whose paths are relative to the root of the project. The
// other side of each file is computed from the one on disk. The error is a [diff.SyntaxError], or
// wraps [ErrNeither].
func FilesOfDiff(s *index.Snapshot, text string) ([]ChangedFile, error) {
	parsed, err := diff.Parse(text)
	if err != nil {
		return nil, err
	}
	files := make([]ChangedFile, 0, len(parsed))
	matching := 0
	var mismatch error
	for i := range parsed {
		f := &parsed[i]
		c := ChangedFile{File: change.File{OldPath: f.OldPath, NewPath: f.NewPath}}
		if f.Copied {
			c.OldPath = ""
		}
		before, reason := onDisk(s, f.OldPath)
		after, reasonAfter := onDisk(s, f.NewPath)
		if reason == "" {
			reason = reasonAfter
		}
		texts, side, err := f.Sides(before, after)
		c.Side = side
		switch {
		case reason != "":
			c.Reason = reason
		case err != nil:
			c.Reason, mismatch = err.Error(), err
		case f.Binary:
			c.Reason = source.ReasonBinary
		default:
			c.Old, c.New = texts.Old, texts.New
		}
		if err == nil {
			matching++
		}
		files = append(files, c)
	}
	if matching == 0 {
		return nil, fmt.Errorf("%w: %w", ErrNeither, mismatch)
	}
	return files, nil
}

// onDisk returns the text of a file of the project; nil if there is none, and the reason if it
// cannot be read.
func onDisk(s *index.Snapshot, path string) (text *string, reason string) {
	if path == "" {
		return nil, ""
	}
	absolute := filepath.Join(s.Root(), filepath.FromSlash(path))
	real, err := filepath.EvalSymlinks(absolute)
	if err != nil {
		return nil, "" // it does not exist
	}
	if real != absolute {
		return nil, source.ReasonSymlink
	}
	project, err := source.NewRoots([]string{s.Root()})
	if err != nil {
		return nil, source.ReasonOf(err)
	}
	data, err := project.ReadFile(absolute, source.MaxFileBytes)
	if err != nil {
		return nil, source.ReasonOf(err)
	}
	s.Text(path) // if the file has changed since the snapshot was taken, the analysis begins again
	all := string(data)
	return &all, ""
}

// FilesOfRevisions returns the files that differ between two revisions of the repository of the
// project, and the commits. If head is empty, the new side is the work tree. roots are the folders
// that may be read. The errors are those of [repository.Open] and of its methods.
func FilesOfRevisions(
	ctx context.Context, s *index.Snapshot, roots source.Roots, base, head string,
) (files []ChangedFile, commits [2]string, err error) {
	repo, err := repository.Open(s.Root(), roots)
	if err != nil {
		return nil, commits, err
	}
	defer repo.Close()
	for i, revision := range []string{base, head} {
		if revision == "" {
			continue
		}
		id, err := repo.Resolve(revision)
		if err != nil {
			return nil, commits, err
		}
		commits[i] = id.String()
	}
	var changes []repository.Change
	if head == "" {
		changes, err = repo.ChangedInWorkTree(ctx, commits[0])
	} else {
		changes, err = repo.Changed(ctx, commits[0], commits[1])
	}
	if err != nil {
		return nil, commits, err
	}
	for i := range changes {
		files = append(files, revised(s, &changes[i], head == ""))
	}
	return joinRenames(files), commits, nil
}

// revised returns the file of a change between revisions.
func revised(s *index.Snapshot, c *repository.Change, inWorkTree bool) ChangedFile {
	f := ChangedFile{Side: diff.New}
	if c.Old != nil {
		f.OldPath = c.Path
		f.Old, f.Reason = textOf(c.Old)
	}
	if c.New != nil {
		f.NewPath = c.Path
		var reason string
		if f.New, reason = textOf(c.New); f.Reason == "" {
			f.Reason = reason
		}
	}
	if f.Reason != "" {
		f.Old, f.New = nil, nil
	}
	if inWorkTree || f.Reason != "" {
		return f
	}
	disk, reason := onDisk(s, c.Path)
	switch {
	case reason == "" && sameText(disk, f.New):
	case reason == "" && sameText(disk, f.Old):
		f.Side = diff.Old
	default:
		f.Side = diff.Neither
	}
	return f
}

// textOf returns the text of a version, or the reason why it has none.
func textOf(v *repository.Version) (*string, string) {
	if v.Mode == repository.ModeSubmodule {
		return nil, "submodule"
	}
	data, err := v.Content()
	if err != nil {
		return nil, err.Error()
	}
	if strings.IndexByte(string(data[:min(len(data), 8000)]), 0) >= 0 { // as git decides
		return nil, source.ReasonBinary
	}
	text := string(data)
	return &text, ""
}

// sameText compares texts without regard to the form of line ends, which git may convert.
func sameText(a, b *string) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b || strings.ReplaceAll(*a, "\r\n", "\n") == strings.ReplaceAll(*b, "\r\n", "\n")
}

// minSimilarity is the share of common lines from which a removed and an added file are the same
// renamed file, as in git.
const minSimilarity = 0.5

// maxRenames bounds the pairs of files that are compared.
const maxRenames = 10_000

// joinRenames joins removed and added files with similar texts, the most similar first.
func joinRenames(files []ChangedFile) []ChangedFile {
	var removed, added []int
	for i := range files {
		switch {
		case files[i].NewPath == "" && files[i].Old != nil && *files[i].Old != "":
			removed = append(removed, i)
		case files[i].OldPath == "" && files[i].New != nil && *files[i].New != "":
			added = append(added, i)
		}
	}
	if len(removed)*len(added) > maxRenames {
		return files
	}
	gone := map[int]bool{}
	for _, from := range removed {
		best, most := -1, 0.0
		for _, to := range added {
			if files[to].OldPath != "" {
				continue
			}
			if s := similarity(*files[from].Old, *files[to].New); s >= minSimilarity && s > most {
				best, most = to, s
			}
		}
		if best >= 0 {
			if files[best].Side != files[from].Side {
				files[best].Side = diff.Neither
			}
			files[best].OldPath, files[best].Old = files[from].OldPath, files[from].Old
			gone[from] = true
		}
	}
	var out []ChangedFile
	for i := range files {
		if !gone[i] {
			out = append(out, files[i])
		}
	}
	return out
}

// similarity returns the share of lines that two texts have in common.
func similarity(a, b string) float64 {
	if a == b {
		return 1
	}
	lines := map[string]int{}
	total := 0
	for line := range strings.Lines(a) {
		lines[line]++
		total++
	}
	other, common := 0, 0
	for line := range strings.Lines(b) {
		other++
		if lines[line] > 0 {
			lines[line]--
			common++
		}
	}
	return float64(common) / float64(max(total, other, 1))
}
