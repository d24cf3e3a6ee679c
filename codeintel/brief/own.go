package brief

import (
	"path"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/index"
)

// own reports whether a file is part of the project's hand-written code. Tests, generated files
// and accompanying code are not.
func (b *builder) own(file string) bool {
	return !index.IsTest(file) && !b.generated.Has(file) && (b.onlyAccompanying || !accompanying(path.Dir(file)))
}

// accompanyingFolders returns the names of folders with code that a project ships besides its own: examples, test data,
// measurements and documentation.
func accompanyingFolders() []string {
	return []string{
		"example", "examples", "demo", "demos", "sample", "samples", "playground", "playgrounds", "sandbox",
		"test", "tests", "e2e", "testdata", "testutil", "testutils", "fixture", "fixtures", "mock", "mocks",
		"bench", "benches", "benchmark", "benchmarks", "docs", "documentation", "website", "vendor", "third_party",
	}
}

// accompanying reports whether a folder contains code besides the project's own.
func accompanying(dir string) bool {
	names := accompanyingFolders()
	for part := range strings.SplitSeq(strings.ToLower(dir), "/") {
		part = strings.Trim(part, "_")
		if slices.Contains(names, part) || strings.HasPrefix(part, "test-") ||
			strings.HasPrefix(part, "template-") || strings.HasSuffix(part, "-test") || strings.HasSuffix(part, "-playground") {
			return true
		}
	}
	return false
}
