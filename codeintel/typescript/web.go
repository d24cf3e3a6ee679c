package typescript

import (
	"maps"
	"slices"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/typescript/project"
)

// web is how the files of a program depend on each other, by absolute paths. It
// outlives the program.
type web struct {
	users   map[string][]string // of each file, those that refer to it
	globals []string            // files that are seen without being referred to, sorted
	shared  bool                // users is another web's
}

func newWeb(program *tsgo.Program) *web {
	w := &web{users: map[string][]string{}}
	for _, f := range program.SourceFiles() {
		name := f.FileName()
		if w.users[name] == nil {
			w.users[name] = []string{} // it is known
		}
		if tsgo.IsGlobal(f) && !program.IsLibrary(f) {
			w.globals = append(w.globals, name)
		}
		program.Needs(f, func(path string) { w.users[path] = append(w.users[path], name) })
	}
	slices.Sort(w.globals)
	return w
}

// rewired returns a web to be rewired.
func (w *web) rewired() *web { return &web{users: w.users, globals: w.globals, shared: true} }

// rewire makes a file need other files than before.
func (w *web) rewire(file string, before, now []string) {
	if w.shared {
		w.users, w.shared = maps.Clone(w.users), false
	}
	for _, path := range before {
		users := slices.Clone(w.users[path])
		if i := slices.Index(users, file); i >= 0 {
			users = slices.Delete(users, i, i+1)
		}
		w.users[path] = users
	}
	for _, path := range now {
		w.users[path] = append(slices.Clip(w.users[path]), file)
	}
}

// sees reports a project file that is, or should be, part of the unit's program.
func (u *unit) sees(rel string) bool {
	return u.web.users[project.Absolute(u.project.Root, rel)] != nil || slices.Contains(u.group.Files, rel)
}

// addAll adds the unit's files to a set.
func (u *unit) addAll(to map[string]bool) {
	for _, f := range u.group.Files {
		to[f] = true
	}
}

// addUsers adds those of the unit's files that need a file, directly or not.
func (u *unit) addUsers(to map[string]bool, rel string) {
	own := make(map[string]bool, len(u.group.Files))
	for _, f := range u.group.Files {
		own[f] = true
	}
	first := project.Absolute(u.project.Root, rel)
	seen, queue := map[string]bool{first: true}, []string{first}
	for len(queue) > 0 {
		path := queue[0]
		queue = queue[1:]
		if f, inside := u.fs.Relative(path); inside && own[f] {
			to[f] = true
		}
		for _, user := range u.web.users[path] {
			if !seen[user] {
				seen[user] = true
				queue = append(queue, user)
			}
		}
	}
}
