package brace

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/coderef-system/coderefd/codeintel/brace/inspect"
	"github.com/coderef-system/coderefd/codeintel/brace/lex"
	"github.com/coderef-system/coderefd/codeintel/facts"
)

// TestDeclarationsComparedWithCtags compares the functions and types in the folder
// CODEREF_CTAGS_DIR with those that universal-ctags lists, by name and line. It logs the
// differences and does not fail, because either side may be right.
func TestDeclarationsComparedWithCtags(t *testing.T) {
	root := os.Getenv("CODEREF_CTAGS_DIR")
	if root == "" {
		t.Skip("CODEREF_CTAGS_DIR is not set")
	}
	counts := map[string]*agreement{}
	err := filepath.WalkDir(root, func(path string, e os.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		for _, l := range languages() {
			if !l.IsSource(path) {
				continue
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			d := l.describe(path, string(text))
			if counts[d.Name] == nil {
				counts[d.Name] = &agreement{}
			}
			counts[d.Name].compare(t, l, d, path, string(text))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range counts {
		both := len(c.both)
		t.Logf("%s: %d files, %d lines; functions and types: %d by both, %d by ctags only, %d here only\n",
			name, c.files, c.lines, both, len(c.theirs), len(c.ours))
		for label, list := range map[string][]string{"ctags only": c.theirs, "here only": c.ours} {
			slices.Sort(list)
			for i := 0; i < len(list); i += max(1, len(list)/40) {
				t.Logf("  %s %s\n", label, list[i])
			}
		}
		t.Logf("  warnings: %d %v\n", len(c.warnings), c.warnings[:min(len(c.warnings), 20)])
	}
}

// agreement holds the result of the comparison for one language.
type agreement struct {
	files, lines                 int
	both, theirs, ours, warnings []string
}

func (c *agreement) compare(t *testing.T, l *language, d *inspect.Language, path, text string) {
	language := map[string]string{"rust": "Rust", "java": "Java", "c": "C", "cpp": "C++", "csharp": "C#"}[d.Name]
	out, err := exec.Command("ctags", "--language-force="+language, "--output-format=json", "--fields=+nK", "-o", "-",
		"--kinds-all=*", path).Output()
	if err != nil {
		t.Fatal(err)
	}
	theirs := map[string]bool{} // declarations that ctags lists
	lines := bufio.NewScanner(bytes.NewReader(out))
	lines.Buffer(nil, 1<<20)
	header := strings.HasSuffix(path, ".h") || strings.HasSuffix(path, ".hpp")
	for lines.Scan() {
		var tag struct {
			Name, Kind, ScopeKind string
			Line                  int
		}
		if err := json.Unmarshal(lines.Bytes(), &tag); err != nil {
			continue
		}
		switch tag.Kind {
		case "prototype":
			if !header && tag.ScopeKind != "class" && tag.ScopeKind != "struct" {
				continue
			}
		case "function", "method", "class", "struct", "interface", "enum", "union":
		default:
			continue
		}
		if strings.HasPrefix(tag.Name, "__anon") {
			continue
		}
		theirs[fmt.Sprintf("%s:%d %s", path, tag.Line, strings.ReplaceAll(tag.Name, " ", ""))] = true
	}
	decls, warning, err := l.Outline(path, text, false)
	if err != nil {
		c.warnings = append(c.warnings, path+": "+err.Error())
	}
	if warning != "" {
		c.warnings = append(c.warnings, warning)
	}
	c.files++
	c.lines += strings.Count(text, "\n")
	ours := map[string]bool{} // declarations that this package lists
	for _, e := range decls {
		switch e.Type {
		case facts.Function, facts.Method, facts.Class, facts.Interface, facts.Enum:
		default:
			continue
		}
		name := strings.ReplaceAll(e.Name[strings.LastIndexByte(e.Name, '.')+1:], " ", "")
		if strings.HasSuffix(name, "!") {
			continue // ctags lists macros under their own kind
		}
		ours[fmt.Sprintf("%s:%d %s", path, e.Line, name)] = true
	}
	for k := range theirs {
		if ours[k] {
			c.both = append(c.both, k)
		} else {
			c.theirs = append(c.theirs, k)
		}
	}
	macro := map[int]bool{}
	if tokens, err := lex.New(path, text, &d.Grammar.Lex); err == nil {
		for _, v := range tokens.Directives {
			macro[v.Line] = true
		}
	}
	for i := range decls {
		if macro[decls[i].Line] {
			delete(ours, fmt.Sprintf("%s:%d %s", path, decls[i].Line, decls[i].Name))
		}
	}
	for k := range ours {
		if !theirs[k] {
			c.ours = append(c.ours, k)
		}
	}
}
