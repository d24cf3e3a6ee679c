package source

import (
	"encoding/binary"
	"errors"
)

// errProbe is returned for bytes that are not an encoded probe.
var errProbe = errors.New("not an encoded probe")

// The bits of an encoded probe.
const (
	probeExists = 1 << iota
	probeFresh
	probeLink
	probeDir
	probeRegular
)

// MarshalBinary implements [encoding.BinaryMarshaler].
func (p Probe) MarshalBinary() ([]byte, error) {
	var flags byte
	bits := map[byte]bool{
		probeExists: p.exists, probeFresh: p.fresh, probeLink: p.link, probeDir: p.stamp.Dir, probeRegular: p.regular,
	}
	for bit, set := range bits {
		if set {
			flags |= bit
		}
	}
	out := append([]byte{flags}, byte(p.Aspect))
	for _, n := range []int64{p.stamp.Size, p.stamp.MTime, p.stamp.CTime} {
		out = binary.AppendVarint(out, n)
	}
	out = binary.AppendUvarint(out, p.stamp.Inode)
	for _, text := range []string{p.Path, p.refusal} {
		out = binary.AppendUvarint(out, uint64(len(text)))
		out = append(out, text...)
	}
	return append(out, p.real...), nil
}

// UnmarshalBinary implements [encoding.BinaryUnmarshaler].
func (p *Probe) UnmarshalBinary(data []byte) error {
	if len(data) < 2 {
		return errProbe
	}
	flags := data[0]
	out := Probe{
		Aspect: Aspect(data[1]), exists: flags&probeExists != 0, fresh: flags&probeFresh != 0,
		link: flags&probeLink != 0, regular: flags&probeRegular != 0, stamp: Stamp{Dir: flags&probeDir != 0},
	}
	if out.Aspect > AspectReal {
		return errProbe
	}
	data = data[2:]
	for _, into := range []*int64{&out.stamp.Size, &out.stamp.MTime, &out.stamp.CTime} {
		n, used := binary.Varint(data)
		if used <= 0 {
			return errProbe
		}
		*into, data = n, data[used:]
	}
	inode, used := binary.Uvarint(data)
	if used <= 0 {
		return errProbe
	}
	out.stamp.Inode, data = inode, data[used:]
	for _, into := range []*string{&out.Path, &out.refusal} {
		length, used := binary.Uvarint(data)
		if used <= 0 || length > uint64(len(data)-used) {
			return errProbe
		}
		data = data[used:]
		*into, data = string(data[:length]), data[length:]
	}
	out.real = string(data)
	*p = out
	return nil
}
