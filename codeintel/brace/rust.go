package brace

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// Rust is Rust.
func Rust() facts.Language { return rustLanguage }

var rustLanguage = &language{ //nolint:gochecknoglobals // never written
	words:    map[string][]string{"rs": {".rs"}},
	dialect:  func(string, string) *dialect { return rust },
	test:     isRustTest,
	config:   func(path string) bool { _, name := split(path); return name == "Cargo.toml" },
	resolver: newRustResolver,
}

var rust = &dialect{ //nolint:gochecknoglobals // never written
	name: "rust", nestedComments: true, lifetimes: true, multiline: true, rawString: rustRaw, rawNames: true,
	read: readRust,
	flow: flow{words: map[string]control{
		"if": branch, "for": loop, "while": loop, "loop": loop, "match": choice, "else": another,
		"break": leap, "continue": leap,
	}, arms: true, bare: true},
	uses: rustUses,
}

// isRustTest reports files of tests and benches, and modules called tests; others
// hold theirs in modules, which their path does not tell.
func isRustTest(path string) bool {
	dir, name := split(path)
	return inFolder(dir, "tests", "benches") || name == "tests.rs" || name == "test.rs" ||
		strings.HasSuffix(name, "_test.rs") || strings.HasSuffix(name, "_tests.rs")
}
