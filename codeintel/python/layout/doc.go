// Package layout maps the dotted module names of imports to the files of a project,
// by its packages, its src folders and the folders that its configuration files name.
package layout
