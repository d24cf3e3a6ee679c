package objects

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"sort"
)

const fanoutSize = 256 * 4

// packIndex finds the objects of a pack. It reads only the parts of the file that it needs.
type packIndex struct {
	file    io.ReaderAt
	size    int64
	version int
	fanout  [256]uint32 // number of objects whose first byte is at most the index
}

// newPackIndex reads the header of an index of version 1 or 2.
func newPackIndex(file io.ReaderAt, size int64) (*packIndex, error) {
	x := &packIndex{file: file, size: size, version: 1}
	var head [8 + fanoutSize]byte
	if n, err := file.ReadAt(head[:], 0); n < len(head) {
		return nil, fmt.Errorf("%w index of a pack: %w", errCorrupt, err)
	}
	table := head[:fanoutSize]
	if bytes.HasPrefix(head[:], []byte("\xfftOc")) {
		if v := binary.BigEndian.Uint32(head[4:]); v != 2 {
			return nil, fmt.Errorf("index of a pack: version %d is not supported", v)
		}
		x.version, table = 2, head[8:]
	}
	for i := range x.fanout {
		x.fanout[i] = binary.BigEndian.Uint32(table[4*i:])
		if i > 0 && x.fanout[i] < x.fanout[i-1] {
			return nil, fmt.Errorf("%w index of a pack: the fan-out table decreases", errCorrupt)
		}
	}
	if x.offsets() > size {
		return nil, fmt.Errorf("%w index of a pack: it is shorter than its tables", errCorrupt)
	}
	return x, nil
}

func (x *packIndex) count() int64 { return int64(x.fanout[255]) }

// offsets returns the position after the names, and in version 2 after their checksums.
func (x *packIndex) offsets() int64 {
	if x.version == 1 {
		return fanoutSize + 24*x.count()
	}
	return 8 + fanoutSize + (IDSize+4)*x.count()
}

// name returns the name of object i, in the order of names.
func (x *packIndex) name(i int64) (id ID, err error) {
	at := 8 + fanoutSize + IDSize*i
	if x.version == 1 {
		at = fanoutSize + 24*i + 4
	}
	_, err = x.file.ReadAt(id[:], at)
	return id, err
}

// offset returns the position of object i in the pack.
func (x *packIndex) offset(i int64) (int64, error) {
	at := x.offsets() + 4*i
	if x.version == 1 {
		at = fanoutSize + 24*i
	}
	var small [4]byte
	if _, err := x.file.ReadAt(small[:], at); err != nil {
		return 0, err
	}
	offset := binary.BigEndian.Uint32(small[:])
	if x.version == 1 || offset&0x80000000 == 0 {
		return int64(offset), nil
	}
	var large [8]byte
	if _, err := x.file.ReadAt(large[:], x.offsets()+4*x.count()+8*int64(offset&0x7fffffff)); err != nil {
		return 0, err
	}
	if value := binary.BigEndian.Uint64(large[:]); value <= math.MaxInt64 {
		return int64(value), nil
	}
	return 0, fmt.Errorf("%w index of a pack: bad offset", errCorrupt)
}

// search returns the position of the first name that is not less than id.
func (x *packIndex) search(id ID) (int64, error) {
	low, high := int64(0), int64(x.fanout[id[0]])
	if id[0] > 0 {
		low = int64(x.fanout[id[0]-1])
	}
	var failed error
	i := sort.Search(int(high-low), func(i int) bool {
		name, err := x.name(low + int64(i))
		if err != nil {
			failed = err
		}
		return err != nil || bytes.Compare(name[:], id[:]) >= 0
	})
	return low + int64(i), failed
}

// find returns the position of an object in the pack.
func (x *packIndex) find(id ID) (offset int64, ok bool, err error) {
	i, err := x.search(id)
	if err != nil || i >= x.count() {
		return 0, false, err
	}
	name, err := x.name(i)
	if err != nil || name != id {
		return 0, false, err
	}
	offset, err = x.offset(i)
	return offset, err == nil, err
}
