package brace

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/brace/inspect"
	"github.com/coderef-system/coderefd/codeintel/brace/resolve"
	"github.com/coderef-system/coderefd/codeintel/brace/rust"
	"github.com/coderef-system/coderefd/codeintel/facts"
)

// Rust returns the analysis of Rust.
func Rust() facts.Language { return rustLanguage }

var rustLanguage = &language{ //nolint:gochecknoglobals // never written
	words:    map[string][]string{"rs": {".rs"}},
	describe: func(string, string) *inspect.Language { return rust.Language() },
	isTest:   isRustTest,
	config:   "Cargo.toml",
	rules:    resolve.Rust,
}

// isRustTest reports whether the path of a file is that of an integration test, a benchmark or a
// test module. It cannot find a test module inside a source file.
func isRustTest(dir, name string) bool {
	return isIn(dir, "tests", "benches") || name == "tests.rs" || name == "test.rs" ||
		strings.HasSuffix(name, "_test.rs") || strings.HasSuffix(name, "_tests.rs")
}
