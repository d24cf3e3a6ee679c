package objects

import (
	"encoding/hex"
	"path/filepath"
	"slices"
	"strings"
)

// Bounds of a search for the objects whose names begin with some digits.
const (
	maxMatches = 64
	maxLoose   = 100_000 // entries of one folder of loose objects
)

// WithPrefix returns the objects whose names begin with the given lower-case hexadecimal digits,
// at least 4 of them. It returns at most 64, sorted.
func (s *Store) WithPrefix(digits string) ([]ID, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	low, err := hex.DecodeString(digits + strings.Repeat("0", 2*IDSize-len(digits)))
	if err != nil {
		return nil, err
	}
	if err := s.list(); err != nil {
		return nil, err
	}
	var found []ID
	for _, dir := range s.dirs {
		names, err := s.opener.Names(filepath.Join(dir, digits[:2]), maxLoose)
		if err != nil {
			continue
		}
		for _, name := range names {
			if id, ok := ParseID(digits[:2] + name); ok && strings.HasPrefix(name, digits[2:]) {
				found = append(found, id)
			}
		}
	}
	for _, p := range s.packs {
		pack, err := s.open(p)
		if err != nil {
			continue
		}
		i, err := pack.index.search(ID(low))
		for ; err == nil && i < pack.index.count() && len(found) < 2*maxMatches; i++ {
			var id ID
			if id, err = pack.index.name(i); err != nil || !strings.HasPrefix(id.String(), digits) {
				break
			}
			found = append(found, id)
		}
		if err != nil {
			return nil, err
		}
	}
	slices.SortFunc(found, func(a, b ID) int { return slices.Compare(a[:], b[:]) })
	found = slices.Compact(found)
	return found[:min(len(found), maxMatches)], nil
}
