package source

import (
	"path/filepath"
	"time"
)

// Probe is one look at the disk outside the walked files: a package's
// declaration file, a folder that was not there. As long as every probe would
// come out the same, whatever was concluded from them holds.
type Probe struct {
	Path   string
	Aspect Aspect
	stamp  Stamp
	exists bool
	fresh  bool
	link   bool // the path is a symbolic link
	real   string
}

// Aspect is what of a path was looked at.
type Aspect int

// The aspects of a path.
const (
	AspectKind    Aspect = iota // whether there is a file or a folder
	AspectContent               // what it holds
	AspectReal                  // where it leads when links are followed
)

// NewProbe looks at a path.
func NewProbe(path string, aspect Aspect) Probe {
	p := Probe{Path: path, Aspect: aspect}
	if aspect == AspectReal {
		p.real = realPath(path)
		return p
	}
	taken := time.Now()
	look := lstat(path)
	if p.link = look.link; p.link {
		look = stat(path)
	}
	p.stamp, p.exists = look.stamp, look.exists
	p.fresh = aspect == AspectContent && p.exists && p.stamp.Fresh(taken)
	return p
}

// Holds reports whether looking again gives the same. A probe so fresh that
// its stamp proves nothing holds only until the stamp has aged.
func (p *Probe) Holds() bool {
	if p.Aspect == AspectReal {
		return realPath(p.Path) == p.real
	}
	look := lstat(p.Path)
	if look.link != p.link {
		return false // of what a link leads to, the folder it is in tells nothing
	}
	if p.link {
		look = stat(p.Path)
	}
	switch {
	case look.exists != p.exists:
		return false
	case !look.exists:
		return true
	case p.Aspect == AspectKind:
		return look.stamp.Dir == p.stamp.Dir
	default:
		return look.stamp == p.stamp && !p.fresh
	}
}

// realPath returns "" when the path leads nowhere.
func realPath(path string) string {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return ""
	}
	return real
}
