package mcpfile

import (
	"slices"
	"strconv"
	"strings"

	"github.com/coderef-system/coderefd/internal/config/internal/jsontree"
	"github.com/coderef-system/coderefd/internal/config/internal/problem"
)

// Server is a server that coderefd can run.
type Server struct {
	// Name is the name under which coderefd runs it.
	Name string
	// Command and Args are its argv.
	Command string
	Args    []string
	// Env is added to the clean environment.
	Env map[string]string
	// Dir is its working folder. Empty means that of the service.
	Dir string
}

// reader reads one file.
type reader struct {
	file string
	// problems are errors; notices are warnings and the reasons for left-out servers.
	problems *problem.List
	notices  *problem.List
	origins  problem.Origins
	editor   *editor
	servers  []Server
	// warned contains the unknown keys that a warning has named.
	warned map[string]bool
	// maxServers bounds the servers of one object, maxDepth the nesting of JSON.
	maxServers, maxDepth int
	// lists counts the objects that contain servers.
	lists int
}

func (r *reader) at(p jsontree.Place) problem.Position {
	return problem.Position{File: r.file, Line: p.Line, Column: p.Column}
}

func (r *reader) wrong(path string, v *jsontree.Value, want string) {
	r.problems.Add(r.at(v.At), path, "must be %s", want)
}

// repeated reports duplicates of the given keys of an object, or of all its keys if none is given, because
// parsers differ in which value they use. An editor's settings file has further keys, which are not checked.
func (r *reader) repeated(path string, v *jsontree.Value, keys ...string) {
	seen := map[string]bool{}
	for _, m := range v.Members {
		if seen[m.Name] && (len(keys) == 0 || slices.Contains(keys, m.Name)) {
			r.problems.Add(r.at(m.At), problem.Join(path, m.Name), "duplicate key")
		}
		seen[m.Name] = true
	}
}

// unknownKeys lists keys in parentheses, or returns "".
func unknownKeys(keys []string) string {
	quoted := make([]string, len(keys))
	for i, key := range keys {
		quoted[i] = strconv.Quote(key)
	}
	switch len(quoted) {
	case 0:
		return ""
	case 1:
		return " (unknown key " + quoted[0] + ")"
	}
	return " (unknown keys " + strings.Join(quoted, ", ") + ")"
}
