package objects

import "fmt"

// applyDelta returns the object that a delta makes from its base. The object must have at most
// limit bytes.
func applyDelta(base, delta []byte, limit int64) ([]byte, error) {
	from, delta, ok := deltaSize(delta)
	if !ok || from != int64(len(base)) {
		return nil, fmt.Errorf("%w delta: the size of the base differs", errCorrupt)
	}
	to, delta, ok := deltaSize(delta)
	if !ok {
		return nil, fmt.Errorf("%w delta: bad size", errCorrupt)
	}
	if to > limit {
		return nil, fmt.Errorf("%w: %d bytes", ErrTooLarge, to)
	}
	const trusted = 1 << 20
	out := make([]byte, 0, min(to, trusted))
	for len(delta) > 0 {
		var part []byte
		if part, delta, ok = instruction(base, delta); !ok || int64(len(out)+len(part)) > to {
			return nil, fmt.Errorf("%w delta: bad instruction", errCorrupt)
		}
		out = append(out, part...)
	}
	if int64(len(out)) != to {
		return nil, fmt.Errorf("%w delta: the result has a wrong size", errCorrupt)
	}
	return out, nil
}

// deltaSize reads a size: seven bits per byte, the lowest first.
func deltaSize(delta []byte) (size int64, rest []byte, ok bool) {
	for i := 0; i < len(delta) && i < 8; i++ {
		size |= int64(delta[i]&0x7f) << (7 * i)
		if delta[i]&0x80 == 0 {
			return size, delta[i+1:], true
		}
	}
	return 0, nil, false
}

// instruction reads one instruction and returns the bytes that it adds to the result.
func instruction(base, delta []byte) (part, rest []byte, ok bool) {
	op := delta[0]
	delta = delta[1:]
	if op&0x80 == 0 { // insert the next op bytes
		if op == 0 || int(op) > len(delta) {
			return nil, nil, false
		}
		return delta[:op], delta[op:], true
	}
	var fields [7]int // copy from the base: four bytes of the offset, three of the size
	for i := range fields {
		if op&(1<<i) != 0 {
			if len(delta) == 0 {
				return nil, nil, false
			}
			fields[i], delta = int(delta[0]), delta[1:]
		}
	}
	offset := fields[0] | fields[1]<<8 | fields[2]<<16 | fields[3]<<24
	size := fields[4] | fields[5]<<8 | fields[6]<<16
	if size == 0 {
		size = 0x10000
	}
	if offset > len(base) || size > len(base)-offset {
		return nil, nil, false
	}
	return base[offset : offset+size], delta, true
}
