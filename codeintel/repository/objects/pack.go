package objects

import (
	"bytes"
	"fmt"
	"io"
)

// Bounds of one object of a pack. git makes chains of at most 4095 deltas.
const (
	maxChain = 4095
	maxWork  = 1 << 30 // bytes that are inflated for one object
)

// The kinds of deltas in a pack.
const (
	offsetDelta Kind = 6
	nameDelta   Kind = 7
)

// pack reads the objects of a pack.
type pack struct {
	index *packIndex
	file  io.ReaderAt
	size  int64
	cache *cache
}

// entry is the header of an object in a pack.
type entry struct {
	kind Kind
	size int64 // of the data after inflation
	data int64 // position of the compressed data
	base int64 // of a delta: position of the base
}

// read returns the object at an offset.
func (p *pack) read(offset, limit int64) (Kind, []byte, error) {
	var chain []entry // deltas, the last one to apply first
	var kind Kind
	var content []byte
	work := int64(0)
	at := offset
	for {
		var cached bool
		if kind, content, cached = p.cache.get(p, at); cached {
			break
		}
		e, err := p.entry(at)
		if err != nil {
			return 0, nil, err
		}
		if work += e.size; e.size > MaxBytes || work > maxWork {
			return 0, nil, fmt.Errorf("%w: %d bytes", ErrTooLarge, e.size)
		}
		if e.kind != offsetDelta && e.kind != nameDelta {
			if kind = e.kind; len(chain) == 0 && e.size > limit {
				return 0, nil, fmt.Errorf("%w: %d bytes", ErrTooLarge, e.size)
			}
			if content, err = p.inflate(&e); err != nil {
				return 0, nil, err
			}
			p.cache.put(p, at, kind, content)
			break
		}
		if chain = append(chain, e); len(chain) > maxChain {
			return 0, nil, fmt.Errorf("%w pack: a chain has more than %d deltas", errCorrupt, maxChain)
		}
		at = e.base
	}
	for i := len(chain) - 1; i >= 0; i-- {
		delta, err := p.inflate(&chain[i])
		if err != nil {
			return 0, nil, err
		}
		bound := int64(MaxBytes)
		if at = offset; i > 0 {
			at = chain[i-1].base
		} else {
			bound = limit
		}
		if content, err = applyDelta(content, delta, bound); err != nil {
			return 0, nil, err
		}
		if work += int64(len(content)); work > maxWork {
			return 0, nil, fmt.Errorf("%w: a chain of deltas makes too much data", ErrTooLarge)
		}
		p.cache.put(p, at, kind, content)
	}
	if int64(len(content)) > limit {
		return 0, nil, fmt.Errorf("%w: %d bytes", ErrTooLarge, len(content))
	}
	return kind, content, nil
}

// kindOf returns the kind of the object at an offset. It inflates nothing.
func (p *pack) kindOf(offset int64) (Kind, error) {
	for range maxChain {
		e, err := p.entry(offset)
		if err != nil || e.kind != offsetDelta && e.kind != nameDelta {
			return e.kind, err
		}
		offset = e.base
	}
	return 0, fmt.Errorf("%w pack: a chain has more than %d deltas", errCorrupt, maxChain)
}

// entry reads the header of the object at an offset.
func (p *pack) entry(offset int64) (e entry, err error) {
	if offset < 12 || offset >= p.size {
		return e, fmt.Errorf("%w pack: an offset is outside of the file", errCorrupt)
	}
	var buffer [64]byte // longer than any header
	n, err := p.file.ReadAt(buffer[:], offset)
	if n == 0 {
		return e, err
	}
	head := bytes.NewReader(buffer[:n])
	b, _ := head.ReadByte() // n is not 0
	e.kind, e.size = Kind(b>>4&7), int64(b&15)
	for shift := 4; b&0x80 != 0; shift += 7 {
		if b, err = head.ReadByte(); err != nil || shift > 46 {
			return e, fmt.Errorf("%w pack: bad size of an object", errCorrupt)
		}
		e.size |= int64(b&0x7f) << shift
	}
	switch e.kind {
	case Commit, Tree, Blob, Tag:
	case offsetDelta:
		back, err := backwards(head)
		if err != nil || back <= 0 || back > offset {
			return e, fmt.Errorf("%w pack: bad offset of a base", errCorrupt)
		}
		e.base = offset - back
	case nameDelta:
		var id ID
		if _, err := io.ReadFull(head, id[:]); err != nil {
			return e, fmt.Errorf("%w pack: %w", errCorrupt, err)
		}
		var ok bool
		if e.base, ok, err = p.index.find(id); !ok || err != nil {
			return e, fmt.Errorf("%w pack: the base %s of a delta is not in it", errCorrupt, id)
		}
	default:
		return e, fmt.Errorf("%w pack: unknown kind of object %d", errCorrupt, e.kind)
	}
	e.data = offset + int64(n-head.Len())
	return e, nil
}

// backwards reads the distance to the base of a delta.
func backwards(head *bytes.Reader) (int64, error) {
	b, err := head.ReadByte()
	value := int64(b & 0x7f)
	for i := 0; err == nil && b&0x80 != 0; i++ {
		if i > 7 {
			return 0, errCorrupt
		}
		b, err = head.ReadByte()
		value = (value+1)<<7 | int64(b&0x7f)
	}
	return value, err
}

func (p *pack) inflate(e *entry) ([]byte, error) {
	return inflateExactly(io.NewSectionReader(p.file, e.data, p.size-e.data), e.size)
}
