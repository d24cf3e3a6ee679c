package config

import (
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/coderef-system/coderefd/internal/config/internal/problem"
)

// entry is a key and its value: a list of entries, or a value of a setting.
type entry struct {
	key   string
	value any
}

// yamlWriter builds the nodes of a document.
type yamlWriter struct{ origins problem.Origins }

func (o *yamlWriter) mapping(path string, entries ...entry) *yaml.Node {
	n := &yaml.Node{Kind: yaml.MappingNode}
	for _, e := range entries {
		at := problem.Join(path, e.key)
		key, value := scalarNode(e.key), o.value(at, e.value)
		if from, ok := o.origins[at]; ok {
			commented := value
			if value.Kind == yaml.MappingNode {
				commented = key
			}
			commented.LineComment = from.Text()
		}
		n.Content = append(n.Content, key, value)
	}
	if len(entries) == 0 {
		n.Style = yaml.FlowStyle
	}
	return n
}

func (o *yamlWriter) value(path string, value any) *yaml.Node {
	switch v := value.(type) {
	case []entry:
		return o.mapping(path, v...)
	case []string:
		n := &yaml.Node{Kind: yaml.SequenceNode, Style: yaml.FlowStyle}
		for _, item := range v {
			n.Content = append(n.Content, scalarNode(item))
		}
		return n
	case time.Duration:
		return scalarNode(v.String())
	}
	return scalarNode(value)
}

// scalarNode returns a value in a form that is read as its type again.
func scalarNode(value any) *yaml.Node {
	n := new(yaml.Node)
	if err := n.Encode(value); err != nil {
		// cannot happen: only types such as channels fail
		return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: err.Error()}
	}
	return n
}
