package cache

import (
	"bytes"
	"crypto/sha256"
	"encoding/gob"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/coderef-system/coderefd/codeintel/atomicfile"
	"github.com/coderef-system/coderefd/codeintel/source"
)

// ErrMiss is returned when a section does not exist or cannot be used.
var ErrMiss = errors.New("not cached")

// magic is the start of every file. It contains the version of the layout.
const magic = "coderef cache 1\n"

const (
	extension       = ".cache"
	digestBytes     = sha256.Size
	headerBytes     = len(magic) + 2*digestBytes // magic, the identity of the section, the digest of the body
	maxSectionBytes = 1 << 30
	// maxAge is the age above which a partly written file is removed. A younger one may
	// belong to a process that is still writing it.
	maxAge = time.Hour
)

// Cache is a folder of sections. It is safe for concurrent use.
type Cache struct {
	dir   string
	build string
	limit int64
}

// Open returns the cache in a folder and creates the folder if necessary. Sections written by
// another build are misses. If the sections exceed limit bytes, the least recently used ones
// are removed.
func Open(dir, build string, limit int64) (*Cache, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("open cache: %w", err)
	}
	c := &Cache{dir: dir, build: build, limit: limit}
	return c, c.trim()
}

// Load decodes a section of a project into a pointer. Its errors wrap [ErrMiss]; the value may
// be partly written then.
func (c *Cache) Load(project, section string, into any) error {
	name := c.name(project, section)
	data, err := source.Roots{}.ReadFile(name, maxSectionBytes)
	if err != nil {
		return ErrMiss
	}
	if err := c.decode(project, section, data, into); err != nil {
		return fmt.Errorf("%w: %w", ErrMiss, err)
	}
	now := time.Now()
	_ = os.Chtimes(name, now, now) // marks the section as used; on failure it may be removed early
	return nil
}

func (c *Cache) decode(project, section string, data []byte, into any) (err error) {
	if len(data) < headerBytes || string(data[:len(magic)]) != magic {
		return errors.New("not a cache file")
	}
	identity := c.identity(project, section)
	header, body := data[len(magic):headerBytes], data[headerBytes:]
	if !bytes.Equal(header[:digestBytes], identity[:]) {
		return errors.New("the file is of another project, section or build")
	}
	if sum := sha256.Sum256(body); !bytes.Equal(header[digestBytes:], sum[:]) {
		return errors.New("the digest of the body does not match")
	}
	defer func() { // gob may panic on input that no encoder wrote
		if r := recover(); r != nil {
			err = fmt.Errorf("decode: %v", r)
		}
	}()
	return gob.NewDecoder(bytes.NewReader(body)).Decode(into)
}

// Save replaces a section of a project.
func (c *Cache) Save(project, section string, from any) error {
	var file bytes.Buffer
	file.Write(make([]byte, headerBytes)) // space for the header, which seal writes
	if err := gob.NewEncoder(&file).Encode(from); err != nil {
		return fmt.Errorf("cache %s: %w", section, err)
	}
	if file.Len() > maxSectionBytes {
		return fmt.Errorf("cache %s: %d bytes exceed the limit of %d", section, file.Len(), maxSectionBytes)
	}
	c.seal(project, section, file.Bytes())
	// No fsync: after a crash, the digest detects a torn file.
	if err := atomicfile.WriteNoSync(c.name(project, section), file.Bytes(), 0o600); err != nil {
		return fmt.Errorf("cache %s: %w", section, err)
	}
	return c.trim()
}

// seal writes the header of a file that already contains its body.
func (c *Cache) seal(project, section string, file []byte) {
	identity, sum := c.identity(project, section), sha256.Sum256(file[headerBytes:])
	copy(file, magic)
	copy(file[len(magic):], identity[:])
	copy(file[len(magic)+digestBytes:], sum[:])
}

// identity identifies the section in a file, and the build that wrote it.
func (c *Cache) identity(project, section string) [digestBytes]byte {
	return sha256.Sum256([]byte(strings.Join([]string{project, section, c.build}, "\x00")))
}

func (c *Cache) name(project, section string) string {
	sum := sha256.Sum256([]byte(project + "\x00" + section))
	return filepath.Join(c.dir, hex.EncodeToString(sum[:16])+extension)
}

// trim removes the least recently used files until the total size is at most the limit. It also
// removes old temporary files.
func (c *Cache) trim() error {
	entries, err := source.List(c.dir)
	if err != nil {
		return fmt.Errorf("trim cache: %w", err)
	}
	type section struct {
		path string
		size int64
		used time.Time
	}
	var sections []section
	var total int64
	for _, e := range entries {
		path := filepath.Join(c.dir, e.Name)
		info, err := os.Lstat(path)
		if err != nil || !info.Mode().IsRegular() {
			continue // removed in the meantime, or not a file of the cache
		}
		s := section{path, info.Size(), info.ModTime()}
		if atomicfile.IsTemporary(e.Name, extension) && time.Since(s.used) > maxAge {
			_ = os.Remove(s.path) // another process may have removed it
		}
		if filepath.Ext(e.Name) != extension {
			continue
		}
		sections, total = append(sections, s), total+s.size
	}
	slices.SortFunc(sections, func(a, b section) int { return a.used.Compare(b.used) })
	for _, s := range sections {
		if total <= c.limit {
			return nil
		}
		if err := os.Remove(s.path); err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("trim cache: %w", err)
		}
		total -= s.size
	}
	return nil
}
