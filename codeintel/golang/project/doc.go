// Package project indexes the files of a project from their syntax: the packages of each
// folder and build, their imports, and the parts of a file on which other files depend.
package project
