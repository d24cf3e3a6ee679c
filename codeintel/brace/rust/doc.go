// Package rust reads Rust: the declarations and imports of a file, and the tables by
// which package inspect measures it.
package rust
