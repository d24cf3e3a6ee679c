package corecli

import (
	"bytes"
	"encoding/json"
	"errors"
)

// extract finds the result in the output of the program and passes it to read. The output
// can also contain progress lines, log levels in brackets and log records in JSON.
// Therefore extract passes each object and list to read, in order, until read accepts one.
// read rejects a value with [errFormat]; any other return value of read ends the search
// and is returned. If read accepts no value, the error is an [Error] with NotParsed.
//
// After an incomplete object or list, extract tries only values at the start of a line: a
// part of the incomplete value could look like a complete result. An empty object or list
// is the result only if it is alone on its line, read accepts no other value, and no value
// is incomplete.
func extract(out []byte, read func(json.RawMessage) error) error {
	var rejected, empty json.RawMessage
	broken := false
	budget := 8*len(out) + 1<<20 // bytes of failed attempts to decode: bounds the time for nested brackets
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
			if err := read(value); !errors.Is(err, errFormat) {
				return err
			}
			if rejected == nil {
				rejected = value
			}
			pos = i + consumed
		}
	}
	switch {
	case empty != nil && !broken:
		if err := read(empty); !errors.Is(err, errFormat) {
			return err
		}
		rejected = empty
	case broken || rejected == nil:
		return failure(NotParsed, runByHand, "the coderef CLI printed no complete JSON")
	}
	return failure(NotParsed, otherVersion,
		"the coderef CLI printed JSON in an unknown format: %s", describe(rejected))
}

// decode decodes the JSON value at the start of data. consumed is the number of bytes that
// it read, also if it fails.
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

// structured reports whether the text after a bracket looks like JSON. Numbers alone, as
// in [1/3] and [12:30], do not: they are progress counts and times.
func structured(text []byte) bool { return bytes.ContainsAny(text, `"{[`) }

// isEmpty reports whether an object or list has no members.
func isEmpty(value []byte) bool {
	inner := bytes.TrimSpace(value)
	return len(bytes.TrimSpace(inner[1:len(inner)-1])) == 0
}

// aloneInLine reports whether the rest of the line of out[from:to] is white space.
func aloneInLine(out []byte, from, to int) bool {
	before := out[bytes.LastIndexByte(out[:from], '\n')+1 : from]
	after, _, _ := bytes.Cut(out[to:], []byte("\n"))
	return len(bytes.TrimSpace(before)) == 0 && len(bytes.TrimSpace(after)) == 0
}
