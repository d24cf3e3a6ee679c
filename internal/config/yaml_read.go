package config

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/coderef-system/coderefd/internal/config/internal/expand"
	"github.com/coderef-system/coderefd/internal/config/internal/problem"
	"github.com/coderef-system/coderefd/internal/near"
)

// yamlReader reads one YAML file with tables of known keys. It works on nodes, not on tagged structs, because
// every problem and every later check needs the line.
type yamlReader struct {
	file     string
	problems *problem.List
	origins  problem.Origins
	env      expand.Environment
}

// field reads one node into its destination.
type field func(path string, n *yaml.Node)

// parse returns the root mapping. It returns nil for an empty file or after a problem.
func (r *yamlReader) parse(data []byte) *yaml.Node {
	dec := yaml.NewDecoder(strings.NewReader(string(data)))
	var doc yaml.Node
	switch err := dec.Decode(&doc); {
	case errors.Is(err, io.EOF):
		return nil
	case err != nil:
		r.syntax(err)
		return nil
	case len(doc.Content) == 0:
		return nil
	}
	if err := dec.Decode(new(yaml.Node)); !errors.Is(err, io.EOF) {
		r.problems.Add(problem.Position{File: r.file}, "", "contains more than one YAML document")
		return nil
	}
	return doc.Content[0]
}

// syntax reports a YAML error. The YAML library has no typed error for it: only the text contains the line, as
// in "yaml: line 3: …". If that text changes, the problem is reported without a line.
func (r *yamlReader) syntax(err error) {
	at := problem.Position{File: r.file}
	text := strings.TrimPrefix(err.Error(), "yaml: ")
	if rest, ok := strings.CutPrefix(text, "line "); ok {
		if number, message, ok := strings.Cut(rest, ": "); ok {
			if line, err := strconv.Atoi(number); err == nil {
				at.Line, text = line, message
			}
		}
	}
	r.problems.Add(at, "", "not YAML: %s", text)
}

func (r *yamlReader) at(n *yaml.Node) problem.Position {
	return problem.Position{File: r.file, Line: n.Line, Column: n.Column}
}

func (r *yamlReader) wrong(path string, n *yaml.Node, want string) {
	r.problems.Add(r.at(n), path, "must be %s", want)
}

// object reads a mapping with a table. Unknown and duplicate keys are problems.
func (r *yamlReader) object(path string, n *yaml.Node, known map[string]field) {
	r.each(path, n, func(key, at string, value *yaml.Node) {
		read, ok := known[key]
		if !ok {
			allowed := slices.Sorted(maps.Keys(known))
			r.problems.Add(r.origins[at].Position, at, "unknown key; %s", whichKey(key, allowed))
			return
		}
		read(at, value)
	})
}

// whichKey suggests the keys that are similar to a misspelt one, otherwise all keys.
func whichKey(key string, known []string) string {
	if names := near.Names(key, known); len(names) > 0 {
		return "did you mean " + strings.Join(names, " or ") + "?"
	}
	return "allowed here: " + strings.Join(known, ", ")
}

// each visits the pairs of a mapping in their order. A pair with an empty value is skipped.
func (r *yamlReader) each(path string, n *yaml.Node, visit func(key, path string, value *yaml.Node)) {
	n = resolve(n)
	if isNull(n) {
		return
	}
	if n.Kind != yaml.MappingNode {
		r.wrong(path, n, "a mapping")
		return
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], resolve(n.Content[i+1])
		at := problem.Join(path, key.Value)
		switch {
		case key.Kind != yaml.ScalarNode:
			r.wrong(path, key, "a mapping with plain keys")
			continue
		case seen[key.Value]:
			r.problems.Add(r.at(key), at, "duplicate key")
			continue
		}
		seen[key.Value] = true
		r.origins[at] = problem.Origin{Position: r.at(key)}
		if !isNull(value) {
			visit(key.Value, at, value)
		}
	}
}

func (r *yamlReader) str(dst *string) field {
	return func(path string, n *yaml.Node) {
		if n.Kind != yaml.ScalarNode {
			r.wrong(path, n, "a string")
			return
		}
		*dst = n.Value
	}
}

// expanded reads a string and expands ${VAR} in it.
func (r *yamlReader) expanded(dst *string) field {
	return func(path string, n *yaml.Node) {
		r.str(dst)(path, n)
		text, errs := expand.Text(*dst, r.env.Substitute)
		for _, err := range errs {
			r.problems.Add(r.at(n), path, "%v", err)
		}
		*dst = text
	}
}

func (r *yamlReader) boolean(dst *bool) field {
	return func(path string, n *yaml.Node) {
		if n.Kind != yaml.ScalarNode || n.Tag != "!!bool" || n.Decode(dst) != nil {
			r.wrong(path, n, "true or false")
		}
	}
}

func (r *yamlReader) optionalBool(dst **bool) field {
	return func(path string, n *yaml.Node) {
		value := false
		*dst = &value
		r.boolean(*dst)(path, n)
	}
}

func (r *yamlReader) integer(dst *int) field {
	return func(path string, n *yaml.Node) {
		if n.Kind != yaml.ScalarNode || n.Tag != "!!int" || n.Decode(dst) != nil {
			r.wrong(path, n, "a whole number")
		}
	}
}

func (r *yamlReader) number(dst *float64) field {
	return func(path string, n *yaml.Node) {
		if n.Kind != yaml.ScalarNode || (n.Tag != "!!int" && n.Tag != "!!float") || n.Decode(dst) != nil {
			r.wrong(path, n, "a number")
		}
	}
}

func (r *yamlReader) duration(dst *time.Duration) field {
	return func(path string, n *yaml.Node) {
		d, err := time.ParseDuration(n.Value)
		if n.Kind != yaml.ScalarNode || err != nil {
			r.wrong(path, n, "a duration with a unit, such as 500ms, 30s, 2m")
			return
		}
		*dst = d
	}
}

// list reads a sequence of strings.
func (r *yamlReader) list(dst *[]string, item func(*string) field) field {
	return func(path string, n *yaml.Node) {
		if n.Kind != yaml.SequenceNode {
			r.wrong(path, n, "a list of strings")
			return
		}
		items := make([]string, len(n.Content))
		for i, c := range n.Content {
			at := fmt.Sprintf("%s[%d]", path, i)
			r.origins[at] = problem.Origin{Position: r.at(c)}
			item(&items[i])(at, resolve(c))
		}
		*dst = items
	}
}

// stringMap reads a mapping of strings, expanded.
func (r *yamlReader) stringMap(dst *map[string]string) field {
	return func(path string, n *yaml.Node) {
		values := map[string]string{}
		r.each(path, n, func(key, at string, value *yaml.Node) {
			var s string
			r.expanded(&s)(at, value)
			values[key] = s
		})
		*dst = values
	}
}

// resolve follows an alias. An alias never refers to another one.
func resolve(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.AliasNode {
		return n.Alias
	}
	return n
}

func isNull(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.Tag == "!!null" }
