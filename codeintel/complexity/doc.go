// Package complexity measures how large and how complex functions are, and what
// adds up in classes, files, folders and projects.
package complexity
