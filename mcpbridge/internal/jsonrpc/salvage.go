package jsonrpc

import "bytes"

// salvageID finds the id of an answer of which only the beginning and the end
// are known. It looks where an id can be told from one inside the result: among
// the members that are complete in the beginning, and as one of the last members
// at the very end.
func salvageID(head, tail []byte) (int64, bool) {
	if id, ok := headID(head); ok {
		return id, true
	}
	return tailID(tail)
}

// headID steps over complete members until the one that was cut.
func headID(head []byte) (int64, bool) {
	s := scanner{maxDepth: len(head)}
	i := space(head, 0)
	if i >= len(head) || head[i] != '{' {
		return 0, false
	}
	for i = space(head, i+1); ; i = space(head, i+1) {
		nameEnd, value := member(head, i)
		if value < 0 {
			return 0, false
		}
		end := s.value(head, value)
		if end < 0 || end == len(head) { // a number may go on behind the cut
			return 0, false
		}
		if string(head[i+1:nameEnd-1]) == "id" {
			return parseID(head[value:end])
		}
		if i = space(head, end); i >= len(head) || head[i] != ',' {
			return 0, false
		}
	}
}

// tailID reads the closing brace and then members backwards, as long as they are
// an id or a version.
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
