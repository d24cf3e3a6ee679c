package objects

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"testing"
)

func deflated(text string) []byte {
	var out bytes.Buffer
	z := zlib.NewWriter(&out)
	_, _ = z.Write([]byte(text)) // a buffer returns no error
	_ = z.Close()
	return out.Bytes()
}

// FuzzLoose checks that a parsed loose object has the size of its header.
func FuzzLoose(f *testing.F) {
	f.Add([]byte("blob 5\x00hello"))
	f.Add([]byte("tree 99999999999\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		const limit = 1000
		kind, content, err := parseLoose(bytes.NewReader(data), limit, true)
		if err == nil && (len(content) > limit || !bytes.HasPrefix(data, Header(kind, int64(len(content))))) {
			t.Errorf("got %s of %d bytes from %q", kind, len(content), data)
		}
	})
}

// FuzzDelta checks that the result of a delta has its recorded size, within the limit.
func FuzzDelta(f *testing.F) {
	f.Add([]byte("base text"), []byte("\x09\x07\x90\x04\x03new"))
	f.Add([]byte("base"), []byte("\x04\xff\xff\xff\xff\x7f\xff\xff\xff\xff\xff\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, base, delta []byte) {
		const limit = 1000
		out, err := applyDelta(base, delta, limit)
		if err == nil && len(out) > limit {
			t.Errorf("got %d bytes, want at most %d", len(out), limit)
		}
	})
}

// FuzzPackIndex checks that names are found where the index has them.
func FuzzPackIndex(f *testing.F) {
	id := IDOf(Blob, []byte("x"))
	for _, version := range []int{1, 2} {
		f.Add(packIndexOf(version, map[ID]uint32{id: 12}), id[:])
	}
	f.Fuzz(func(t *testing.T, data, name []byte) {
		if len(name) != IDSize {
			return
		}
		x, err := newPackIndex(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return
		}
		if offset, ok, err := x.find(ID(name)); ok && (err != nil || offset < 0 || !bytes.Contains(data, name)) {
			t.Errorf("got %d, %v, want an offset of a name in the index", offset, err)
		}
	})
}

// FuzzPack reads every offset of a pack.
func FuzzPack(f *testing.F) {
	blob := deflated("hello")
	data := append([]byte("PACK\x00\x00\x00\x02\x00\x00\x00\x02"), 0x35)
	data = append(data, blob...)
	at := len(data)
	delta := deflated("\x05\x07\x90\x05\x02!!")
	data = append(append(data, 0x67, byte(at-12)), delta...)
	f.Add(data, packIndexOf(2, map[ID]uint32{IDOf(Blob, []byte("hello")): 12}))
	f.Fuzz(func(t *testing.T, data, index []byte) {
		x, err := newPackIndex(bytes.NewReader(index), int64(len(index)))
		if err != nil {
			return
		}
		const limit = 1000
		p := &pack{index: x, file: bytes.NewReader(data), size: int64(len(data)), cache: &cache{}}
		for offset := range int64(min(len(data), 200)) {
			if _, content, err := p.read(offset, limit); err == nil && len(content) > limit {
				t.Errorf("offset %d: got %d bytes, want at most %d", offset, len(content), limit)
			}
		}
	})
}

// packIndexOf returns an index of the given objects, which must have different first bytes.
func packIndexOf(version int, offsets map[ID]uint32) []byte {
	var fanout [256]uint32
	var names, crcs, places []byte
	n := uint32(0)
	for first := range fanout {
		for id, offset := range offsets {
			if int(id[0]) != first {
				continue
			}
			n++
			if version == 1 {
				names = binary.BigEndian.AppendUint32(names, offset)
			}
			names = append(names, id[:]...)
			crcs = append(crcs, 0, 0, 0, 0)
			places = binary.BigEndian.AppendUint32(places, offset)
		}
		fanout[first] = n
	}
	var out []byte
	if version == 2 {
		out = []byte("\xfftOc\x00\x00\x00\x02")
	}
	for _, n := range fanout {
		out = binary.BigEndian.AppendUint32(out, n)
	}
	if out = append(out, names...); version == 2 {
		out = append(append(out, crcs...), places...)
	}
	return append(out, make([]byte, 2*IDSize)...)
}
