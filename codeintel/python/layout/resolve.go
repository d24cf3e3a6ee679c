package layout

import (
	"path"
	"strings"
)

// Resolve returns the location of an imported module. level is the number of dots before the
// dotted name.
func (l *Layout) Resolve(from string, level int, dotted string) Location {
	key := request{folder: path.Dir(from), level: level, dotted: dotted}
	if strings.TrimSuffix(path.Base(from), path.Ext(from)) == dotted {
		key.self = from
	}
	if at, ok := l.resolved.Load(key); ok {
		return at.(Location)
	}
	var at Location
	if level > 0 {
		at = l.relative(key)
	} else {
		at = l.absolute(key)
	}
	l.resolved.Store(key, at)
	return at
}

// relative resolves an import that starts with dots.
func (l *Layout) relative(r request) Location {
	dir := r.folder
	for range r.level - 1 {
		dir = path.Dir(dir)
	}
	if at, ok := l.AtPath(path.Join(dir, strings.ReplaceAll(r.dotted, ".", "/"))); ok {
		return at
	}
	return Location{missing: true}
}
