package objects

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/coderef-system/coderefd/codeintel/repository/files"
)

// Bounds of the files of a store.
const (
	maxPacks      = 10_000
	maxOpenPacks  = 100
	maxAlternates = 16
	maxPathsFile  = 64 << 10 // bytes of a file that lists alternates
)

// Store reads objects. It is safe for concurrent use.
type Store struct {
	opener files.Opener

	mu     sync.Mutex
	dirs   []string // of objects; those of alternates last
	packs  []*openPack
	listed bool // packs is complete
	cache  *cache
}

// openPack is a pack whose files may be open.
type openPack struct {
	path  string // without extension
	pack  *pack  // nil if it is closed
	files []*files.File
}

// New returns the store in a folder named "objects". It opens no file.
func New(dir string, opener files.Opener) *Store {
	return &Store{opener: opener, dirs: []string{dir}, cache: &cache{}}
}

// Close closes the open files. The store remains usable.
func (s *Store) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closePacks()
	s.cache = &cache{}
}

func (s *Store) closePacks() {
	for _, p := range s.packs {
		p.close()
	}
	s.cache.byPlace = nil // its keys refer to the packs
}

func (p *openPack) close() {
	for _, f := range p.files {
		_ = f.Close() // nothing was written
	}
	p.pack, p.files = nil, nil
}

// Read returns the kind and the content of an object of at most limit bytes. The caller must not
// modify the content. The error wraps [ErrMissing] or [ErrTooLarge] in these cases.
func (s *Store) Read(id ID, limit int64) (Kind, []byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	kind, content, err := s.find(id, min(limit, MaxBytes), true)
	if err == nil && IDOf(kind, content) != id {
		err = fmt.Errorf("%w: the hash of the content is not the name of the object", errCorrupt)
	}
	if err != nil {
		return 0, nil, fmt.Errorf("read object %s: %w", id, err)
	}
	return kind, content, nil
}

// KindOf returns the kind of an object.
func (s *Store) KindOf(id ID) (Kind, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	kind, _, err := s.find(id, 0, false)
	if err != nil {
		return 0, fmt.Errorf("read object %s: %w", id, err)
	}
	return kind, nil
}

func (s *Store) find(id ID, limit int64, content bool) (Kind, []byte, error) {
	for attempt := range 2 {
		if attempt > 0 {
			s.relist() // a repack may have moved the object
		}
		if err := s.list(); err != nil {
			return 0, nil, err
		}
		if kind, data, ok, err := s.findPacked(id, limit, content); ok || err != nil {
			return kind, data, err
		}
		for _, dir := range s.dirs {
			if kind, data, ok, err := readLoose(s.opener, dir, id, limit, content); ok || err != nil {
				return kind, data, err
			}
		}
	}
	return 0, nil, ErrMissing
}

func (s *Store) findPacked(id ID, limit int64, content bool) (kind Kind, data []byte, ok bool, err error) {
	for i, p := range s.packs {
		pack, err := s.open(p)
		if err != nil {
			continue // removed by a repack, or damaged: the object may also be elsewhere
		}
		offset, ok, err := pack.index.find(id)
		if err != nil {
			return 0, nil, false, err
		}
		if !ok {
			continue
		}
		if i > 0 { // objects that are read together are often in the same pack
			s.packs[0], s.packs[i] = s.packs[i], s.packs[0]
		}
		if !content {
			kind, err = pack.kindOf(offset)
		} else {
			kind, data, err = pack.read(offset, limit)
		}
		return kind, data, err == nil, err
	}
	return 0, nil, false, nil
}

// open opens the files of a pack. It closes all others if too many are open.
func (s *Store) open(p *openPack) (*pack, error) {
	if p.pack != nil {
		return p.pack, nil
	}
	open := 0
	for _, other := range s.packs {
		if other.pack != nil {
			open++
		}
	}
	if open >= maxOpenPacks {
		s.closePacks()
	}
	made := &pack{cache: s.cache}
	for _, extension := range []string{".idx", ".pack"} {
		f, err := s.opener.Open(p.path+extension, maxFile)
		if err != nil {
			p.close()
			return nil, err
		}
		p.files = append(p.files, f)
	}
	var err error
	if made.index, err = newPackIndex(p.files[0], p.files[0].Size); err != nil {
		p.close()
		return nil, err
	}
	made.file, made.size = p.files[1], p.files[1].Size
	p.pack = made
	return made, nil
}

func (s *Store) relist() {
	s.closePacks()
	s.dirs, s.packs, s.listed = s.dirs[:1], nil, false
}

// list finds the alternates and the packs.
func (s *Store) list() error {
	if s.listed {
		return nil
	}
	for i := 0; i < len(s.dirs); i++ {
		data, _, err := s.opener.Read(filepath.Join(s.dirs[i], "info", "alternates"), maxPathsFile)
		if err != nil {
			continue // most repositories have none; of others, objects are then missing
		}
		for line := range strings.Lines(string(data)) {
			dir := filepath.FromSlash(strings.TrimRight(line, "\r\n"))
			if dir == "" || strings.HasPrefix(dir, "#") {
				continue
			}
			if !filepath.IsAbs(dir) {
				dir = filepath.Join(s.dirs[i], dir)
			}
			if !slices.Contains(s.dirs, dir) && len(s.dirs) < maxAlternates {
				s.dirs = append(s.dirs, dir)
			}
		}
	}
	for i, dir := range s.dirs {
		names, err := s.opener.Names(filepath.Join(dir, "pack"), maxPacks)
		if err != nil && i == 0 {
			return err
		}
		slices.Sort(names)
		for _, name := range names {
			if base, ok := strings.CutSuffix(name, ".idx"); ok {
				s.packs = append(s.packs, &openPack{path: filepath.Join(dir, "pack", base)})
			}
		}
	}
	s.listed = true
	return nil
}
