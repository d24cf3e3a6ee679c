package source

import (
	"path/filepath"
	"time"
)

// Probe is the observed state of a path outside of the walked files, such as a
// package's declaration file or a missing folder. Conclusions from probes are valid
// while all of them hold.
type Probe struct {
	Path    string
	Aspect  Aspect
	stamp   Stamp
	exists  bool
	fresh   bool   // see Stamp.Fresh
	link    bool   // the path is a symbolic link
	regular bool   // the path is that of a regular file
	real    string // of AspectReal: the real path, empty if it does not exist
	refusal string // see Refuse
}

// Aspect is the property of a path that a probe observes.
type Aspect int

// The aspects of a path.
const (
	AspectKind    Aspect = iota // whether it exists and is a file or a folder
	AspectContent               // the contents of the file
	AspectReal                  // the real path after links are followed
)

// NewProbe observes a path.
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
	p.stamp, p.exists, p.regular = look.stamp, look.exists, look.regular
	p.fresh = aspect == AspectContent && p.exists && p.stamp.Fresh(taken)
	return p
}

// Holds reports whether the state is unchanged. A probe whose stamp was too fresh to
// prove anything holds only after the stamp has aged.
func (p *Probe) Holds() bool { return p.unchanged() && !p.fresh }

// unchanged reports whether the state looks the same, even if its stamp is too fresh to prove it.
func (p *Probe) unchanged() bool {
	if p.Aspect == AspectReal {
		return realPath(p.Path) == p.real
	}
	look := lstat(p.Path)
	if look.link != p.link {
		return false // Probes checks links differently, see Probes.Add
	}
	if p.link {
		look = stat(p.Path)
	}
	switch {
	case look.exists != p.exists || look.regular != p.regular:
		return false
	case !look.exists:
		return true
	case p.Aspect == AspectKind:
		return look.stamp.Dir == p.stamp.Dir
	default:
		return look.stamp == p.stamp
	}
}

// Refuse records the reason why a file that exists was not read.
func (p *Probe) Refuse(reason string) { p.refusal = reason }

// Refused returns the reason why the path was not read although it exists, or "".
func (p *Probe) Refused() string {
	switch {
	case p.refusal != "" || p.Aspect == AspectReal:
		return p.refusal
	case p.link && !p.exists:
		return ReasonBroken
	case p.exists && !p.regular && !p.stamp.Dir:
		return ReasonNotRegular
	}
	return ""
}

// realPath returns the path without links, or "" if it does not exist.
func realPath(path string) string {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return ""
	}
	return real
}
