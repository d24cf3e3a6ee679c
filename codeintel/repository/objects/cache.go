package objects

// maxCached bounds the bytes in a cache.
const maxCached = 16 << 20

// cache keeps objects of packs, because many objects are deltas of the same bases. It forgets
// everything when it is full. It is not safe for concurrent use.
type cache struct {
	byPlace map[place]cached
	bytes   int
}

type place struct {
	pack   *pack
	offset int64
}

type cached struct {
	kind    Kind
	content []byte
}

func (c *cache) get(p *pack, offset int64) (Kind, []byte, bool) {
	found, ok := c.byPlace[place{p, offset}]
	return found.kind, found.content, ok
}

func (c *cache) put(p *pack, offset int64, kind Kind, content []byte) {
	const overhead = 100
	if len(content) > maxCached/4 {
		return
	}
	if c.bytes += len(content) + overhead; c.byPlace == nil || c.bytes > maxCached {
		c.byPlace, c.bytes = map[place]cached{}, len(content)+overhead
	}
	c.byPlace[place{p, offset}] = cached{kind, content}
}
