// Package workspace finds the packages of a repository and the links that an installation
// would make between them, so that they resolve in a clone without an installation. It also
// maps the entry points of packages from built files back to the sources.
package workspace
