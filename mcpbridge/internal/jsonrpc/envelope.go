package jsonrpc

import (
	"errors"
)

// errNoMessage means that bytes are not a JSON-RPC message.
var errNoMessage = errors.New("not a JSON-RPC message")

// envelope is a message whose members are slices of the received bytes; nil where the
// member is absent.
type envelope struct {
	version, id, method, params, result, failure []byte
	// duplicate means that a member occurred more than once. JSON readers disagree on
	// which one counts, so such a message is not used.
	duplicate bool
	// tooDeep means that a member is nested deeper than allowed.
	tooDeep bool
}

// envelope reads the object that begins at i and returns the index after it.
func (s *scanner) envelope(data []byte, i int, env *envelope) (int, error) {
	*env = envelope{}
	s.tooDeep = false
	end := s.members(data, i, func(name, value []byte) {
		if at := env.member(name); at != nil {
			env.duplicate = env.duplicate || *at != nil
			*at = value
		}
	})
	env.tooDeep = s.tooDeep
	if end < 0 {
		return 0, errNoMessage
	}
	return end, nil
}

func (e *envelope) member(name []byte) *[]byte {
	switch string(name) {
	case "jsonrpc":
		return &e.version
	case "id":
		return &e.id
	case "method":
		return &e.method
	case "params":
		return &e.params
	case "result":
		return &e.result
	case "error":
		return &e.failure
	}
	return nil
}

// members calls visit for each member of the object that begins at i and returns the
// index after it, or -1. Names are passed as written, including escapes.
func (s *scanner) members(data []byte, i int, visit func(name, value []byte)) int {
	if i >= len(data) || data[i] != '{' {
		return -1
	}
	s.open = append(s.open[:0], true)
	defer func() { s.open = s.open[:0] }()
	if i = space(data, i+1); i < len(data) && data[i] == '}' {
		return i + 1
	}
	for {
		nameEnd, value := member(data, i)
		if value < 0 {
			return -1
		}
		end := s.value(data, value)
		if end < 0 {
			return -1
		}
		visit(data[i+1:nameEnd-1], data[value:end])
		i = space(data, end)
		if i >= len(data) || data[i] != ',' {
			break
		}
		i = space(data, i+1)
	}
	if i >= len(data) || data[i] != '}' {
		return -1
	}
	return i + 1
}

// Members calls visit for each member of the JSON object raw, in order, with the
// member's name as written and the bytes of its value. It reports false if raw is
// not one object.
func Members(raw []byte, visit func(name, value []byte)) bool {
	s := scanner{maxDepth: len(raw)}
	i := space(raw, 0)
	end := s.members(raw, i, visit)
	return end >= 0 && space(raw, end) == len(raw)
}

// parseID reads an id that a Conn may have assigned: digits only, no sign, no leading
// zero, no fraction. JSON-RPC compares ids by value and type; every other token, such as
// 3.0, "3" or 3e0, is another id.
func parseID(token []byte) (int64, bool) {
	if len(token) == 0 || len(token) > 18 || token[0] == '0' {
		return 0, false
	}
	var id int64
	for _, c := range token {
		if c < '0' || c > '9' {
			return 0, false
		}
		id = id*10 + int64(c-'0')
	}
	return id, true
}

func isNull(token []byte) bool { return string(token) == "null" }
