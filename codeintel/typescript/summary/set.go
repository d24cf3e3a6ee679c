package summary

import (
	"sync"

	"github.com/microsoft/typescript-go/shim/tsgo"
)

// Set holds the summaries of the files of a project, keyed by syntax tree. A file that
// several programs parse with different options has several summaries. It is safe for
// concurrent use. The zero value is empty.
type Set struct{ files sync.Map }

// Add summarises a file unless the set contains its summary.
func (f *Set) Add(rel string, file *tsgo.SourceFile) {
	if _, ok := f.files.Load(file); !ok {
		f.files.Store(file, New(rel, file))
	}
}

// Get returns the summary of a file, or nil if the file is not part of the project.
func (f *Set) Get(file *tsgo.SourceFile) *File {
	if t, ok := f.files.Load(file); ok {
		return t.(*File)
	}
	return nil
}

// Retain removes the summaries for which used returns false.
func (f *Set) Retain(used func(*tsgo.SourceFile) bool) {
	f.files.Range(func(file, _ any) bool {
		if !used(file.(*tsgo.SourceFile)) {
			f.files.Delete(file)
		}
		return true
	})
}
