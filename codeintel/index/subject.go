package index

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/coderef-system/coderefd/codeintel/repository"
	"github.com/coderef-system/coderefd/codeintel/source"
)

// maxExamples bounds the examples of files that were left out.
const maxExamples = 3

// identify updates the subject. The error is that of ctx.
func (p *Project) identify(ctx context.Context) error {
	identity, err := p.tracker.Identify(ctx, p.tree.Files(), p.version)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	p.unknown = unknown(&identity, err)
	s := Subject{Commit: identity.Commit, Branch: identity.Branch, Dirty: identity.Dirty}
	if old := p.subject; old != nil {
		s.Fingerprint, s.LeftOut = old.Fingerprint, old.LeftOut
	} else {
		s.Fingerprint, s.LeftOut = p.fingerprint(), p.leftOut()
	}
	p.subject = &s
	return nil
}

// IdentifyFiles returns the subject of a result that describes only some files of a folder. The
// files are sorted and relative to the folder. Only the commit, the branch and the dirty flag are
// set. It also returns a warning if one of them is unknown, else "". The error is that of ctx.
func IdentifyFiles(
	ctx context.Context, root string, roots source.Roots, files []string,
) (subject *Subject, warning string, err error) {
	analysed := make([]*source.File, len(files))
	for i, f := range files {
		analysed[i] = &source.File{Path: f}
	}
	identity, err := repository.NewTracker(root, roots).Identify(ctx, analysed, 0)
	if ctx.Err() != nil {
		return nil, "", ctx.Err()
	}
	return &Subject{Commit: identity.Commit, Branch: identity.Branch, Dirty: identity.Dirty}, unknown(&identity, err), nil
}

// unknown returns why a part of an identity is unknown, or "".
func unknown(i *repository.Identity, err error) string {
	switch {
	case err == nil || errors.Is(err, repository.ErrNone):
		return ""
	case i.Commit == "" && i.Branch == "":
		return fmt.Sprintf("git: commit and branch are unknown: %v", err)
	}
	return fmt.Sprintf("git: it is unknown whether the files differ from the commit: %v", err)
}

func (p *Project) subjectWarnings() []string {
	if p.unknown == "" {
		return nil
	}
	return []string{p.unknown}
}

// fingerprint returns the fingerprint of the files.
func (p *Project) fingerprint() string {
	h := sha256.New()
	h.Write(p.digest[:])
	for _, left := range p.tree.LeftOut() {
		fmt.Fprintf(h, "%q %q\n", left.Path, left.Reason)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// leftOut counts the files that were left out.
func (p *Project) leftOut() *LeftOut {
	var all []Skipped
	for _, f := range p.tree.Files() {
		if reason := p.files[f.Path].reason; reason != "" {
			all = append(all, Skipped{f.Path, reason})
		}
	}
	for _, left := range p.tree.LeftOut() {
		all = append(all, Skipped{left.Path, left.Reason})
	}
	found := &LeftOut{Total: len(all)}
	if len(all) == 0 {
		return found
	}
	found.ByReason = map[string]int{}
	for _, s := range all {
		found.ByReason[s.Reason]++
	}
	reasons := slices.SortedFunc(maps.Keys(found.ByReason), func(a, b string) int {
		return cmp.Or(cmp.Compare(found.ByReason[b], found.ByReason[a]), cmp.Compare(a, b))
	})
	for _, reason := range reasons[:min(len(reasons), maxExamples)] {
		i := slices.IndexFunc(all, func(s Skipped) bool { return s.Reason == reason })
		found.Examples = append(found.Examples, all[i])
	}
	return found
}
