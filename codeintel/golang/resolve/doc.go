// Package resolve type-checks files with their function bodies and reports their facts:
// calls, imports, implemented interfaces and references.
package resolve
