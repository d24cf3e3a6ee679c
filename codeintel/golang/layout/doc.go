// Package layout maps import paths to folders: of the project's modules and workspace,
// and of the Go installation, vendor folders, replaced modules and the module cache. It
// runs no go command and records every read outside the project.
package layout
