// Package complexity measures the size and complexity of functions, and adds up the metrics of
// classes, files, folders and projects.
package complexity
