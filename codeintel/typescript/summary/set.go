package summary

import (
	"sync"

	"github.com/microsoft/typescript-go/shim/tsgo"
)

// Set holds the trees of the project's files, by their syntax trees: a file
// that several programs read in different ways has several.
type Set struct{ files sync.Map }

// Add makes the tree of a file, once.
func (f *Set) Add(rel string, file *tsgo.SourceFile) {
	if _, ok := f.files.Load(file); !ok {
		f.files.Store(file, New(rel, file))
	}
}

// Get returns the tree of a file, or nil if it is none of the project's.
func (f *Set) Get(file *tsgo.SourceFile) *File {
	if t, ok := f.files.Load(file); ok {
		return t.(*File)
	}
	return nil
}

// Retain drops all trees but those for which used is true.
func (f *Set) Retain(used func(*tsgo.SourceFile) bool) {
	f.files.Range(func(file, _ any) bool {
		if !used(file.(*tsgo.SourceFile)) {
			f.files.Delete(file)
		}
		return true
	})
}
