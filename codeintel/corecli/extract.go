package corecli

import (
	"bytes"
	"encoding/json"
	"errors"
)

// extract finds the JSON in what a program printed and hands it to read. Programs
// print other things around it: progress lines, brackets of the log level, records
// of a log. So every object and list is tried in order until read takes one; read
// says no with [errShape].
//
// What begins like JSON and breaks off is not looked into: a part of a broken
// answer would read as a whole one. An empty object or list is taken only if it
// has a line to itself and nothing else is an answer.
func extract(out []byte, read func(json.RawMessage) error) error {
	var refused, empty json.RawMessage
	broken := false
	budget := 8*len(out) + 1<<20 // what may be read in vain
	for pos := 0; budget > 0; {
		i := bytes.IndexAny(out[pos:], "{[")
		if i < 0 {
			break
		}
		i += pos
		pos = i + 1
		if broken && i > 0 && out[i-1] != '\n' {
			continue
		}
		value, consumed, err := decode(out[i:])
		switch {
		case err != nil:
			budget -= consumed
			broken = broken || structured(out[i+1:i+max(consumed-1, 1)])
		case isEmpty(value):
			if aloneInLine(out, i, i+consumed) {
				empty = value
			}
			pos = i + consumed
		default:
			if err := read(value); !errors.Is(err, errShape) {
				return err
			}
			if refused == nil {
				refused = value
			}
			pos = i + consumed
		}
	}
	switch {
	case empty != nil && !broken:
		if err := read(empty); !errors.Is(err, errShape) {
			return err
		}
		refused = empty
	case broken || refused == nil:
		return failure(NotParsed, "run the command by hand to see what it prints", "the coderef CLI printed no complete JSON")
	}
	return failure(NotParsed, "this version of the coderef CLI may answer in a new way",
		"the coderef CLI answered in a shape that is not known: %s", describe(refused))
}

// decode reads one JSON value at the start of data, and tells how far it came.
func decode(data []byte) (value json.RawMessage, consumed int, err error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	err = dec.Decode(&value)
	if err == nil {
		return value, int(dec.InputOffset()), nil
	}
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		return nil, min(int(syntax.Offset), len(data)), err
	}
	return nil, len(data), err
}

// structured reports text that only JSON has after its first bracket: numbers
// alone, as in [1/3] and [12:30], are prose.
func structured(text []byte) bool { return bytes.ContainsAny(text, `"{[`) }

func isEmpty(value []byte) bool {
	inner := bytes.TrimSpace(value)
	return len(bytes.TrimSpace(inner[1:len(inner)-1])) == 0
}

// aloneInLine reports that nothing but space stands beside out[from:to].
func aloneInLine(out []byte, from, to int) bool {
	before := out[bytes.LastIndexByte(out[:from], '\n')+1 : from]
	after, _, _ := bytes.Cut(out[to:], []byte("\n"))
	return len(bytes.TrimSpace(before)) == 0 && len(bytes.TrimSpace(after)) == 0
}
