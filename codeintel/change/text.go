package change

import (
	"path"
	"strings"
)

// significant returns the lines without those that cannot affect the program. If the others may
// contain strings of several lines, all lines count, because a comment may be a part of a string.
func (v *version) significant(lines []string) string {
	kept := v.withoutComments(lines)
	if strings.Contains(kept, "`") || strings.Contains(kept, `"""`) || strings.Contains(kept, "'''") {
		return strings.Join(lines, "\n")
	}
	return kept
}

func (v *version) withoutComments(lines []string) string {
	python := path.Ext(v.path) == ".py" || path.Ext(v.path) == ".pyi"
	var kept []string
	block := false
	for _, line := range lines {
		line = strings.TrimRight(line, " \t\r")
		bare := strings.TrimLeft(line, " \t")
		switch {
		case block:
			if end := strings.Index(bare, "*/"); end >= 0 {
				block = false
				if rest := strings.TrimSpace(bare[end+2:]); rest != "" {
					kept = append(kept, rest)
				}
			}
		case bare == "" || isComment(bare, python):
		case !python && strings.HasPrefix(bare, "/*"):
			if end := strings.Index(bare, "*/"); end < 0 {
				block = true
			} else if end+2 < len(bare) {
				kept = append(kept, bare)
			}
		case python:
			kept = append(kept, line)
		default:
			kept = append(kept, bare)
		}
	}
	return strings.Join(kept, "\n")
}

// Outside returns the lines of a file without imports, comments and blank lines.
func Outside(file string, lines []string) string {
	v := &version{path: file}
	others, _ := splitImports(lines)
	return v.significant(others)
}

// isComment reports whether a line is a comment that is not a directive for a compiler.
func isComment(line string, python bool) bool {
	if python {
		return strings.HasPrefix(line, "#") && !strings.Contains(line, "type:") && !strings.Contains(line, "coding")
	}
	rest, ok := strings.CutPrefix(line, "//")
	if !ok {
		return false
	}
	for _, directive := range []string{"go:", "export ", "line ", " +build", " @ts-", "@ts-"} {
		if strings.HasPrefix(rest, directive) {
			return false
		}
	}
	return true
}

// splitImports separates import statements from other lines. Re-exports are not imports.
func splitImports(lines []string) (others, imports []string) {
	end := ""
	for _, line := range lines {
		bare := strings.TrimSpace(line)
		switch {
		case end != "":
			imports = append(imports, line)
			if strings.Contains(bare, end) {
				end = ""
			}
		case strings.HasPrefix(bare, "import ") || strings.HasPrefix(bare, "import{") || strings.HasPrefix(bare, "from ") ||
			strings.HasPrefix(bare, "using ") || strings.HasPrefix(bare, "use "):
			imports = append(imports, line)
			end = endOfImport(bare)
		default:
			others = append(others, line)
		}
	}
	return others, imports
}

// endOfImport returns the bracket that closes an import on a later line, or "".
func endOfImport(line string) string {
	for open, closing := range map[string]string{"(": ")", "{": "}"} {
		if strings.Contains(line, open) && !strings.Contains(line, closing) {
			return closing
		}
	}
	return ""
}
