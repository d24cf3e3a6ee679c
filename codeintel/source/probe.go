package source

import "time"

// Probe is one look at the disk outside the walked files: a package's
// declaration file, a folder that was not there. As long as every probe would
// come out the same, whatever was concluded from them holds.
type Probe struct {
	Path    string
	Content bool // the content was used, not only the kind
	stamp   Stamp
	exists  bool
	fresh   bool
}

// NewProbe looks at a path.
func NewProbe(path string, content bool) Probe {
	p := Probe{Path: path, Content: content}
	taken := time.Now()
	p.stamp, p.exists = StampOf(path)
	p.fresh = content && p.exists && p.stamp.Fresh(taken)
	return p
}

// Holds reports whether looking again gives the same. A probe so fresh that
// its stamp proves nothing holds only until the stamp has aged.
func (p *Probe) Holds() bool {
	stamp, exists := StampOf(p.Path)
	switch {
	case exists != p.exists:
		return false
	case !exists:
		return true
	case !p.Content:
		return stamp.Dir == p.stamp.Dir
	default:
		return stamp == p.stamp && !p.fresh
	}
}
