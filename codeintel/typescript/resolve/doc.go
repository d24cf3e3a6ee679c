// Package resolve resolves the names in one file with the type checker: calls,
// imports, heritage and references.
//
// The result consists of one [Part] per top-level statement. A part stays valid when
// other statements of the file are edited, and can be moved to other lines.
package resolve
