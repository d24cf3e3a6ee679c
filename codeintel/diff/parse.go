package diff

import (
	"errors"
	"fmt"
	"io"
	"path"
	"regexp"
	"strconv"
	"strings"

	"github.com/bluekeyes/go-gitdiff/gitdiff"
)

// MaxBytes bounds the length of a diff.
const MaxBytes = 1 << 20

// SyntaxError reports a text that is not a diff.
type SyntaxError struct {
	Line    int // of the text, from 1
	Message string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("line %d of the diff: %s", e.Line, e.Message)
}

// File is what a diff states about one file. Its methods read only.
type File struct {
	OldPath, NewPath string // relative to the root of the diff, with slashes; empty on the side without the file
	Binary           bool
	Copied           bool   // the file at OldPath remains
	OldMode, NewMode string // octal, empty if the diff does not state them

	fragments []*gitdiff.TextFragment
}

// Parse reads a diff of several files, of at most [MaxBytes]. Line ends of the diff itself
// may be CRLF. The error is a [SyntaxError]. These are errors too: a text without any file, the
// combined diff of a merge, two diffs of one file, and a path outside the root.
func Parse(text string) ([]File, error) {
	if err := checkForm(text); err != nil {
		return nil, err
	}
	text = normalize(text)
	parsed, _, err := gitdiff.Parse(strings.NewReader(text))
	if err != nil {
		return nil, syntaxError(err)
	}
	if len(parsed) == 0 {
		return nil, &SyntaxError{1, "no file header such as diff --git a/x b/x, or --- a/x and +++ b/x"}
	}
	files := make([]File, len(parsed))
	seen := map[string]bool{}
	for i, f := range parsed {
		files[i] = fileOf(f)
		p := files[i].Path()
		if err := checkPath(files[i].OldPath, files[i].NewPath); err != nil {
			return nil, &SyntaxError{lineOf(text, i), err.Error()}
		}
		if seen[p] {
			return nil, &SyntaxError{lineOf(text, i), fmt.Sprintf("second diff of %s; give one diff with all changes", p)}
		}
		seen[p] = true
	}
	return files, nil
}

// Path returns the path on the new side, or on the old side of a deleted file.
func (f *File) Path() string {
	if f.NewPath != "" {
		return f.NewPath
	}
	return f.OldPath
}

func fileOf(f *gitdiff.File) File {
	out := File{
		OldPath: cleaned(f.OldName), NewPath: cleaned(f.NewName), Binary: f.IsBinary, Copied: f.IsCopy,
		fragments: f.TextFragments,
		OldMode:   octal(uint32(f.OldMode)), NewMode: octal(uint32(f.NewMode)),
	}
	if f.IsNew {
		out.OldPath, out.OldMode = "", ""
	}
	if f.IsDelete {
		out.NewPath, out.NewMode = "", ""
	}
	return out
}

func octal(mode uint32) string {
	if mode == 0 {
		return ""
	}
	return strconv.FormatUint(uint64(mode), 8)
}

func cleaned(name string) string {
	if name == "" || name == "/dev/null" {
		return ""
	}
	return strings.TrimPrefix(name, "./")
}

func checkPath(paths ...string) error {
	for _, p := range paths {
		if p != "" && (path.IsAbs(p) || path.Clean(p) != p || p == ".." || strings.HasPrefix(p, "../")) {
			return fmt.Errorf("%q is not a path below the root of the diff", p)
		}
	}
	return nil
}

// checkForm reports forms that the parser would skip.
func checkForm(text string) error {
	if len(text) > MaxBytes {
		return &SyntaxError{1, fmt.Sprintf("the diff has %d bytes; at most %d are read", len(text), MaxBytes)}
	}
	n := 0
	for line := range strings.Lines(text) {
		n++
		if strings.HasPrefix(line, "diff --cc ") || strings.HasPrefix(line, "diff --combined ") {
			return &SyntaxError{n, "the combined diff of a merge; compare the merge with one parent"}
		}
	}
	return nil
}

// syntaxError converts an error of the parser.
func syntaxError(err error) error {
	if m := parserLine.FindStringSubmatch(err.Error()); m != nil {
		if line, convErr := strconv.Atoi(m[1]); convErr == nil {
			return &SyntaxError{max(line, 1), m[2]}
		}
	}
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return &SyntaxError{1, "the diff ends unexpectedly"}
	}
	return &SyntaxError{1, err.Error()}
}

// parserLine matches the text of an error of the parser.
var parserLine = regexp.MustCompile(`(?s)^gitdiff: line (-?\d+): (.*)$`)
