// Package complexity measures how large and how complex functions are, and adds up
// the metrics of classes, files, folders and projects.
package complexity
