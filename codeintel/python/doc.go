// Package python is Python: outlines from the syntax tree of one file, and an
// [facts.Analyzer] that resolves names the way the interpreter looks them up.
//
// What a name may mean is inferred: by scopes, by imports, by the order in which
// classes inherit, by annotations, and where there are none by what is assigned
// and returned. Every inference is the least solution of what the statements say
// together, so that it does not depend on where one began. A file's syntax tree
// is kept only as long as memory allows: what an update reports is taken from it
// at once, and files are parsed again when they are resolved.
//
// What stays unknown is reported as unresolved; nothing is related by its name
// alone.
package python
