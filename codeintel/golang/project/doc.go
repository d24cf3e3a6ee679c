// Package project indexes the files of a project by what their syntax shows: the packages
// of each folder and build, their imports, and the parts that other files depend on.
package project
