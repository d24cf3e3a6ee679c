package diff

import (
	"errors"
	"fmt"
	"strings"

	"github.com/bluekeyes/go-gitdiff/gitdiff"
)

// Side is a side of a diff.
type Side string

// The sides. A file whose text the diff does not change is on the new side.
const (
	New     Side = "new"
	Old     Side = "old"
	Neither Side = "neither"
)

// Texts are the texts of both sides of a file; nil on a side without the file.
type Texts struct{ Old, New *string }

// MismatchError reports that a text is neither side of a diff.
type MismatchError struct {
	Path string
	Hunk string // header of the first hunk that does not match the new side
	New  string // why the text is not the new side
	Old  string // why it is not the old side
}

func (e *MismatchError) Error() string {
	return fmt.Sprintf(
		"%s matches neither side of the diff: not the new side (%s), not the old side (%s)", e.Path, e.New, e.Old,
	)
}

// Sides finds the texts of both sides from the texts on disk. At least one of those must be a
// side of the diff; nil means that the file does not exist. before is the text at OldPath, and after the
// text at NewPath. The error is a [MismatchError]. A binary file has no texts and no error.
func (f *File) Sides(before, after *string) (Texts, Side, error) {
	if f.Binary {
		return Texts{}, f.sideOfNames(before, after), nil
	}
	old, err := f.reversed(after)
	if err == nil && before != nil && (f.renames() || f.NewPath == "") {
		err = &conflict{"", "a file with the old name exists"}
	}
	switch {
	case err == nil && f.Copied:
		return Texts{New: after}, New, nil
	case err == nil:
		return Texts{Old: old, New: after}, New, nil
	}
	now, oldErr := f.applied(before)
	switch {
	case oldErr == nil && f.Copied:
		return Texts{New: now}, Old, nil
	case oldErr == nil:
		return Texts{Old: before, New: now}, Old, nil
	}
	mismatch := &MismatchError{Path: f.Path(), New: err.Error(), Old: oldErr.Error()}
	var c *conflict
	if errors.As(err, &c) {
		mismatch.Hunk = c.hunk
	}
	return Texts{}, Neither, mismatch
}

// renames reports whether the file has another name on the new side, and none with the old name.
func (f *File) renames() bool {
	return !f.Copied && f.OldPath != "" && f.NewPath != "" && f.OldPath != f.NewPath
}

// sideOfNames returns the side of a file whose texts are unknown.
func (f *File) sideOfNames(before, after *string) Side {
	switch {
	case f.NewPath == "" && before == nil, f.NewPath != "" && after != nil:
		return New
	case f.OldPath == "" && after == nil, f.OldPath != "" && before != nil:
		return Old
	}
	return Neither
}

// reversed returns the old text for a new one.
func (f *File) reversed(text *string) (*string, error) {
	return f.apply(text, f.NewPath != "", f.OldPath != "", func(h *gitdiff.TextFragment) sides {
		return sides{h.NewPosition, h.NewLines, gitdiff.OpAdd, gitdiff.OpDelete}
	})
}

// applied returns the new text for an old one.
func (f *File) applied(text *string) (*string, error) {
	return f.apply(text, f.OldPath != "", f.NewPath != "", func(h *gitdiff.TextFragment) sides {
		return sides{h.OldPosition, h.OldLines, gitdiff.OpDelete, gitdiff.OpAdd}
	})
}

// sides describe a hunk in the direction in which it is applied.
type sides struct {
	position, lines int64 // in the text
	removes, adds   gitdiff.LineOp
}

// apply applies the hunks to a text, all of whose lines must be as the hunks state. from and to
// state whether the file exists before and after.
func (f *File) apply(text *string, from, to bool, of func(*gitdiff.TextFragment) sides) (*string, error) {
	switch {
	case from && text == nil:
		return nil, &conflict{"", "the file does not exist"}
	case !from && text != nil:
		return nil, &conflict{"", "the file exists"}
	}
	var lines []string
	if text != nil {
		lines = strings.SplitAfter(*text, "\n")
		if lines[len(lines)-1] == "" {
			lines = lines[:len(lines)-1]
		}
	}
	var out strings.Builder
	next := 0
	for _, hunk := range f.fragments {
		h := of(hunk)
		start := h.position - 1
		if h.lines == 0 { // the position is the line before
			start = h.position
		}
		if start < int64(next) || start > int64(len(lines)) {
			return nil, differ(hunk)
		}
		for ; next < int(start); next++ {
			out.WriteString(lines[next])
		}
		for _, line := range hunk.Lines {
			if line.Op == h.adds {
				out.WriteString(line.Line)
				continue
			}
			if next >= len(lines) || lines[next] != line.Line {
				return nil, differ(hunk)
			}
			if line.Op != h.removes {
				out.WriteString(line.Line)
			}
			next++
		}
	}
	for ; next < len(lines); next++ {
		out.WriteString(lines[next])
	}
	if !to {
		if out.Len() > 0 {
			return nil, &conflict{"", "the diff does not remove all lines"}
		}
		return nil, nil //nolint:nilnil // no file
	}
	result := out.String()
	return &result, nil
}

func differ(h *gitdiff.TextFragment) error {
	return &conflict{header(h), "the lines differ at hunk " + header(h)}
}

func header(f *gitdiff.TextFragment) string {
	return fmt.Sprintf("@@ -%d,%d +%d,%d @@", f.OldPosition, f.OldLines, f.NewPosition, f.NewLines)
}

// conflict is the reason why hunks do not apply to a text.
type conflict struct{ hunk, message string }

func (c *conflict) Error() string { return c.message }
