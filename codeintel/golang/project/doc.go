// Package project indexes the files of a project from their syntax: the packages in each
// folder under each build configuration, their imports, and the parts of a file on which other files depend.
package project
