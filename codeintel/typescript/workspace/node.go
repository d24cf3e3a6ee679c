package workspace

import (
	"encoding/json"
	"strings"
)

// node is a value in a JSON text. It keeps the order of the fields and their places, so that
// values can be replaced in the text.
type node struct {
	start, end int // of a string, with its quotes
	text       string
	isString   bool
	keys       []string // of an object
	values     []*node  // of an object or array
}

// parseNode parses a JSON text. It returns nil if the text is malformed.
func parseNode(text string) *node {
	p := &nodeParser{text: text, tokens: json.NewDecoder(strings.NewReader(text))}
	root, ok := p.value()
	if !ok {
		return nil
	}
	return root
}

// get returns a field of an object, or nil. n may be nil.
func (n *node) get(key string) *node {
	if n == nil {
		return nil
	}
	for i := len(n.keys) - 1; i >= 0; i-- {
		if n.keys[i] == key {
			return n.values[i]
		}
	}
	return nil
}

type nodeParser struct {
	text   string
	tokens *json.Decoder
}

// value parses the next value.
func (p *nodeParser) value() (*node, bool) {
	start := int(p.tokens.InputOffset())
	for start < len(p.text) && strings.IndexByte(" \t\r\n:,", p.text[start]) >= 0 {
		start++
	}
	token, err := p.tokens.Token()
	if err != nil {
		return nil, false
	}
	n := &node{start: start, end: int(p.tokens.InputOffset())}
	switch token := token.(type) {
	case string:
		n.text, n.isString = token, true
	case json.Delim:
		for p.tokens.More() {
			if token == '{' {
				key, err := p.tokens.Token()
				if err != nil {
					return nil, false
				}
				n.keys = append(n.keys, key.(string)) // the decoder returns strings as keys
			}
			v, ok := p.value()
			if !ok {
				return nil, false
			}
			n.values = append(n.values, v)
		}
		if _, err := p.tokens.Token(); err != nil {
			return nil, false
		}
	}
	return n, true
}
