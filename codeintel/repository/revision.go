package repository

import (
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/repository/objects"
)

// Bounds of revisions.
const (
	maxSteps    = 100_000 // of one ~ operator
	maxTags     = 16      // tags of tags
	maxCommit   = 8 << 20 // bytes of a commit or tag object
	minPrefix   = 4       // digits of an abbreviated name
	maxRevision = 1000    // bytes
)

// ErrRevision is returned for a revision that names no commit, or more than one.
var ErrRevision = errors.New("unknown revision")

// Resolve returns the commit that a revision names: a branch, tag or other reference, the first
// 4 or more digits of an object name, or the output of git describe. Each may be followed by any
// number of the operators ~, ~n, ^, ^n, ^{} and ^{commit}. @ is HEAD. The error wraps
// [ErrRevision] if the revision is not such a name or names no commit.
func (r *Repository) Resolve(revision string) (objects.ID, error) {
	if len(revision) > maxRevision {
		return objects.ID{}, fmt.Errorf("%w: longer than %d bytes", ErrRevision, maxRevision)
	}
	name, operators := revision, ""
	if i := strings.IndexAny(revision, "~^"); i >= 0 {
		name, operators = revision[:i], revision[i:]
	}
	id, err := r.base(name)
	if err == nil {
		id, err = r.commitOf(id)
	}
	if err == nil {
		id, err = r.apply(id, operators)
	}
	if err != nil {
		return objects.ID{}, fmt.Errorf("resolve %q: %w", revision, err)
	}
	return id, nil
}

// base returns the object that a name without operators names.
func (r *Repository) base(name string) (objects.ID, error) {
	if name == "@" {
		name = "HEAD"
	}
	if id, ok := objects.ParseID(name); ok {
		return id, nil
	}
	if !validRef(name) {
		return objects.ID{}, fmt.Errorf("%w: not a name of a reference or an object", ErrRevision)
	}
	for _, full := range refNames(name) {
		id, err := r.ref(full)
		if errors.Is(err, errNoRef) {
			continue
		}
		return id, err
	}
	return r.abbreviated(name)
}

// refNames returns the full names that the name of a reference may abbreviate, in git's order.
func refNames(name string) []string {
	names := []string{
		"refs/" + name, "refs/tags/" + name, "refs/heads/" + name, "refs/remotes/" + name, "refs/remotes/" + name + "/HEAD",
	}
	if strings.HasPrefix(name, "refs/") || strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_") == "" {
		return append([]string{name}, names...)
	}
	return names
}

// abbreviated returns the commit, or tag of a commit, with an abbreviated name.
func (r *Repository) abbreviated(name string) (objects.ID, error) {
	digits := strings.ToLower(name)
	if i := strings.LastIndex(digits, "-g"); i > 0 {
		digits = digits[i+len("-g"):] // of git describe
	}
	if len(digits) < minPrefix || len(digits) > 2*objects.IDSize || strings.Trim(digits, "0123456789abcdef") != "" {
		return objects.ID{}, fmt.Errorf("%w: there is no such reference", ErrRevision)
	}
	ids, err := r.objects.WithPrefix(digits)
	if err != nil {
		return objects.ID{}, err
	}
	var found []objects.ID
	for _, id := range ids {
		if kind, err := r.objects.KindOf(id); err == nil && (kind == objects.Commit || kind == objects.Tag) {
			found = append(found, id)
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return objects.ID{}, fmt.Errorf("%w: there is no such reference or commit", ErrRevision)
	}
	return objects.ID{}, fmt.Errorf("%w: %d commits begin with these digits; give more of them", ErrRevision, len(found))
}

// commitOf follows tags to a commit.
func (r *Repository) commitOf(id objects.ID) (objects.ID, error) {
	for range maxTags {
		kind, err := r.objects.KindOf(id)
		if err != nil {
			return objects.ID{}, r.explain(err)
		}
		switch kind {
		case objects.Commit:
			return id, nil
		case objects.Tag:
			_, data, err := r.objects.Read(id, maxCommit)
			if err != nil {
				return objects.ID{}, err
			}
			if id, err = parseTag(data); err != nil {
				return objects.ID{}, err
			}
		default:
			return objects.ID{}, fmt.Errorf("%w: it names a %s, not a commit", ErrRevision, kind)
		}
	}
	return objects.ID{}, fmt.Errorf("%w: more than %d tags of tags", ErrRevision, maxTags)
}

// apply applies operators to a commit.
func (r *Repository) apply(id objects.ID, operators string) (objects.ID, error) {
	for operators != "" {
		op := operators[0]
		operators = operators[1:]
		if op == '^' && strings.HasPrefix(operators, "{") {
			inside, rest, ok := strings.Cut(operators[1:], "}")
			if !ok || inside != "" && inside != "commit" {
				return objects.ID{}, fmt.Errorf("%w: the operator ^{%s} is not supported", ErrRevision, inside)
			}
			operators = rest
			continue
		}
		digits := operators[:len(operators)-len(strings.TrimLeft(operators, "0123456789"))]
		operators = operators[len(digits):]
		n := 1
		if digits != "" {
			var err error
			if n, err = strconv.Atoi(digits); err != nil || n > maxSteps {
				return objects.ID{}, fmt.Errorf("%w: %s is too large", ErrRevision, digits)
			}
		}
		steps, parent := n, 1
		if op == '^' {
			steps, parent = min(n, 1), n
		} else if op != '~' {
			return objects.ID{}, fmt.Errorf("%w: text after an operator", ErrRevision)
		}
		for range steps {
			c, err := r.commit(id)
			if err != nil {
				return objects.ID{}, err
			}
			if parent > len(c.parents) {
				return objects.ID{}, fmt.Errorf("%w: commit %s has %d parents", ErrRevision, id, len(c.parents))
			}
			id = c.parents[parent-1]
		}
		if _, err := r.commit(id); err != nil {
			return objects.ID{}, err
		}
	}
	return id, nil
}

// commit reads a commit.
func (r *Repository) commit(id objects.ID) (commit, error) {
	kind, data, err := r.objects.Read(id, maxCommit)
	if err != nil {
		return commit{}, r.explain(err)
	}
	if kind != objects.Commit {
		return commit{}, fmt.Errorf("%w: object %s is a %s, not a commit", ErrRevision, id, kind)
	}
	return parseCommit(data)
}

// explain adds the likely cause to the error of a missing object.
func (r *Repository) explain(err error) error {
	if !errors.Is(err, objects.ErrMissing) {
		return err
	}
	if f, opened := r.opener.Open(filepath.Join(r.commonDir, "shallow"), maxPackedRefs); opened == nil {
		_ = f.Close() // nothing was written
		return fmt.Errorf("%w: %w; the clone is shallow: fetch more history (git fetch --unshallow)", ErrRevision, err)
	}
	return fmt.Errorf("%w: %w", ErrRevision, err)
}
