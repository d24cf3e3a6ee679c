package jsonrpc

import "bytes"

// salvageID finds the id of a response whose middle was discarded. It searches only where
// an id cannot be part of the result: among the complete members at the beginning, and
// among the last members. It ignores requests of the peer, because the peer assigns their
// ids.
func salvageID(head, tail []byte) (int64, bool) {
	id, isResponse := headID(head)
	if !isResponse {
		return 0, false
	}
	if id != nil {
		return parseID(id)
	}
	return tailID(tail)
}

// headID skips complete members until the one that was cut. It reports false if one of
// them shows that the line is not a response.
func headID(head []byte) (id []byte, isResponse bool) {
	s := scanner{maxDepth: len(head)}
	i := space(head, 0)
	if i >= len(head) || head[i] != '{' {
		return nil, false
	}
	for i = space(head, i+1); ; i = space(head, i+1) {
		nameEnd, value := member(head, i)
		if value < 0 {
			return id, true
		}
		name := string(head[i+1 : nameEnd-1])
		if name == "method" || name == "params" {
			return nil, false
		}
		end := s.value(head, value)
		if end < 0 || end == len(head) { // a number may continue after the cut
			return id, true
		}
		if name == "id" {
			id = head[value:end]
		}
		if i = space(head, end); i >= len(head) || head[i] != ',' {
			return id, true
		}
	}
}

// tailID reads the closing brace and then members backwards, as long as they are an id or
// a version.
func tailID(tail []byte) (int64, bool) {
	rest, ok := bytes.CutSuffix(bytes.TrimSpace(tail), []byte("}"))
	for ok {
		rest = bytes.TrimSpace(rest)
		comma := bytes.LastIndexByte(rest, ',')
		if comma < 0 {
			return 0, false
		}
		member := bytes.TrimSpace(rest[comma+1:])
		if value, found := cutName(member, `"id"`); found {
			return parseID(value)
		}
		value, found := cutName(member, `"jsonrpc"`)
		if !found || string(value) != `"2.0"` {
			return 0, false
		}
		rest = rest[:comma]
	}
	return 0, false
}

func cutName(member []byte, name string) (value []byte, ok bool) {
	rest, ok := bytes.CutPrefix(member, []byte(name))
	if !ok {
		return nil, false
	}
	rest, ok = bytes.CutPrefix(bytes.TrimSpace(rest), []byte(":"))
	return bytes.TrimSpace(rest), ok
}
