package source

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// ignoreCase is the rules of one ignore file in the root, and a path that they exclude or
// not. Its parents are not excluded.
type ignoreCase struct {
	name, rules, path string
	dir, want         bool
}

func ignoreCases() []ignoreCase {
	return []ignoreCase{
		{"name anywhere", "dist", "a/dist", true, true},
		{"folder rule on a file", "dist/", "a/dist", false, false},
		{"anchored", "/dist", "a/dist", true, false},
		{"anchored by a middle slash", "a/dist", "b/a/dist", true, false},
		{"last match wins", "*.ts\n!keep.ts", "keep.ts", false, false},
		{"negated again", "*.ts\n!keep.ts\nkeep.ts", "keep.ts", false, true},
		{"slash alone", "/", "a", true, false},
		{"second leading slash", "//a", "a", false, false},

		{"star stops at slash", "a/*.ts", "a/b/c.ts", false, false},
		{"question mark", "?.ts", "ab.ts", false, false},
		{"question mark is a byte", "?", "é", false, false},
		{"two question marks are two bytes", "??", "é", false, true},
		{"two stars in a name", "a**c", "abc", false, true},
		{"two stars in a name stop at slash", "/*a**c", "xa/c", false, false},

		{"any depth", "**/dist", "a/b/dist", true, true},
		{"any depth, or none", "**/dist", "dist", true, true},
		{"three stars for any depth", "/***/dist", "dist", true, true},
		{"inside", "a/**", "a/b", false, true},
		{"not the folder itself", "a/**", "a", true, false},
		{"zero folders between", "a/**/b", "a/b", false, true},
		{"stars after a literal prefix", "a**/b", "axy/z/b", false, true},
		{"star after any depth", "**/x*/b", "a/x1/b", false, true},
		{"two times any depth", "**/a/**/b", "a/x/a/y/b", false, true},

		{"class", "[ab].ts", "a.ts", false, true},
		{"class negated by a bang", "[!ab].ts", "a.ts", false, false},
		{"class negated by a caret", "[^ab].ts", "c.ts", false, true},
		{"class with a range", "[a-c]", "b", false, true},
		{"class with an escaped end of a range", `[a-\c]`, "b", false, true},
		{"class with a reversed range", "[c-a]", "b", false, false},
		{"class that begins with a bracket", "[]a]", "]", false, true},
		{"negated class that begins with a bracket", "[!]a]", "b", false, true},
		{"class that begins with a minus", "[-a]", "-", false, true},
		{"class that ends with a minus", "[a-]", "-", false, true},
		{"class with an escaped bracket", `[\]]`, "]", false, true},
		{"class with a bang", "[a!]", "!", false, true},
		{"class does not match a slash", "a[!x]b", "a/b", false, false},
		{"slash in a class", "[x/]y/z", "xy/z", false, true},
		{"named class", "[[:digit:]]", "7", false, true},
		{"named class, no member", "[[:digit:]]", "a", false, false},
		{"named classes", "[^[:lower:][:digit:]]", "A", false, true},
		{"named class of punctuation", "[[:punct:]]", "-", false, true},
		{"unknown named class", "[[:no:]a]", "a", false, false},
		{"named class without its end", "[[:a]", ":", false, true},
		{"class without its end", "[a", "[a", false, false},
		{"class is a byte", "[é]", "é", false, false},
		{"malformed pattern", "[", "[", false, false},

		{"comment", "#a", "#a", false, false},
		{"escaped hash", `\#a`, "#a", false, true},
		{"escaped bang", `\!a`, "!a", false, true},
		{"escaped star", `\*`, "a", false, false},
		{"escaped letter", `\a`, "a", false, true},
		{"escaped slash", `a\/b`, "a/b", false, true},
		{"backslash at the end", `a\`, `a\`, false, false},
		{"trailing space", "a  ", "a", false, true},
		{"trailing tab", "a\t", "a", false, false},
		{"escaped trailing space", `a\ `, "a ", false, true},
		{"escaped trailing space and another", `a\  `, "a ", false, true},
		{"trailing space after an escaped backslash", `a\\ `, `a\`, false, true},
		{"spaces before a hash", " #a", " #a", false, true},
		{"crlf", "a\r\n", "a", false, true},
		{"two carriage returns", "a\r\r\n", "a", false, false},
		{"byte order mark", "\ufeffa", "a", false, true},
		{"byte order mark in the second line", "b\n\ufeffa", "a", false, false},
		{"nul", "a\x00b", "a", false, true},
	}
}

func TestIgnored(t *testing.T) {
	for _, tt := range ignoreCases() {
		if got := ignored([]ruleSet{parseRules("", tt.rules)}, tt.path, tt.dir); got != tt.want {
			t.Errorf("%s: %q on %q: got ignored %v, want %v", tt.name, tt.rules, tt.path, got, tt.want)
		}
	}
	nested := []ruleSet{parseRules("", "*.gen.ts"), parseRules("a", "!x.gen.ts\n/y.ts")}
	for path, want := range map[string]bool{"x.gen.ts": true, "a/x.gen.ts": false, "a/y.ts": true, "a/b/y.ts": false} {
		if got := ignored(nested, path, false); got != want {
			t.Errorf("nested rules on %s: got ignored %v, want %v", path, got, want)
		}
	}
}

// TestIgnoreCasesAgreeWithGit checks the expectations of TestIgnored.
func TestIgnoreCasesAgreeWithGit(t *testing.T) {
	var trees []ignoreTree
	for _, tt := range ignoreCases() {
		file := tt.path
		if tt.dir {
			file += "/file"
		}
		lines := []string{tt.rules} // also if these are several
		trees = append(trees, ignoreTree{files: []string{file}, ignores: map[string]ignoreText{".": {lines: lines}}})
	}
	verdicts := newGit(t).verdicts(t, t.TempDir(), trees)
	for i, tt := range ignoreCases() {
		if v := verdicts[strconv.Itoa(i)+"/"+tt.path]; v.excludes() != tt.want {
			t.Errorf("%s: %q on %q: git ignores it: %t, want %t (%s)", tt.name, tt.rules, tt.path, v.excludes(), tt.want, v)
		}
	}
}

// TestLinkedIgnoreFileIsNotRead checks that a link to an ignore file has no rules, as in
// git: "Git does not follow symbolic links when accessing a .gitignore file".
func TestLinkedIgnoreFileIsNotRead(t *testing.T) {
	root := filepath.Join(t.TempDir(), "root")
	tree := ignoreTree{files: []string{"a", "b"}, ignores: map[string]ignoreText{".": {lines: []string{"a\n"}}}}
	tree.write(t, root)
	rules, name := filepath.Join(root, "rules"), filepath.Join(root, ".gitignore")
	for _, tt := range []struct {
		name   string
		change func() error
		want   bool // the walk includes a
	}{
		{"file", func() error { return nil }, false},
		{"link", func() error { return errors.Join(os.Rename(name, rules), os.Symlink("rules", name)) }, true},
		{"file again", func() error { return os.Rename(rules, name) }, false},
	} {
		if err := tt.change(); err != nil {
			t.Fatal(err)
		}
		verdict := newGit(t).checkIgnore(t, root, []string{"a"})["a"]
		if got := walkedPaths(t, root)["a"]; got != tt.want || got == verdict.excludes() {
			t.Errorf("%s: the walk includes a: %v, want %v (git: %s)", tt.name, got, tt.want, verdict)
		}
	}
}

// TestMatchingIsNotExponential matches patterns with many stars, for which trying all
// combinations of lengths would not end.
func TestMatchingIsNotExponential(t *testing.T) {
	const n = 100
	for _, tt := range []struct{ name, pattern, path string }{
		{"stars", strings.Repeat("a*", n) + "b", strings.Repeat("a", 10*n)},
		{"stars for folders", strings.Repeat("**/a/", n) + "b", strings.Repeat("a/", 10*n) + "c"},
		{"both", strings.Repeat("**/*a*/", n) + "b", strings.Repeat("aa/", 10*n) + "c"},
	} {
		if ignored([]ruleSet{parseRules("", tt.pattern)}, tt.path, false) {
			t.Errorf("%s: got ignored true, want false", tt.name)
		}
	}
}
