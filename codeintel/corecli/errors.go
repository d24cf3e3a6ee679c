package corecli

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Code is what kind of failure an [Error] is.
type Code string

// The codes of failures.
const (
	Timeout         Code = "TIMEOUT"           // the program took too long and was ended
	NotFound        Code = "CLI_NOT_FOUND"     // there is no such program, or it cannot be started
	WrongVersion    Code = "CLI_VERSION"       // its version is not known, or lacks what is asked of it
	NotParsed       Code = "JSON_PARSE_ERROR"  // what it printed is not understood
	InvalidInput    Code = "INVALID_INPUT"     // it did not take the arguments
	ElementNotFound Code = "ELEMENT_NOT_FOUND" // it does not know the element
	Failed          Code = "SUBPROCESS_ERROR"  // anything else
)

// Error is a failure of the program, or to use it. Message and Hint are for who
// asked: of what the program printed they hold at most a short excerpt, without
// paths of this machine.
type Error struct {
	Code          Code
	Message, Hint string
}

func (e *Error) Error() string { return string(e.Code) + ": " + e.Message }

func failure(code Code, hint, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...), Hint: hint}
}

// errShape says that JSON is none of the shapes an answer is known to have.
var errShape = errors.New("shape is not known")

// maxKeysShown bounds how many keys of an unknown shape an error names.
const maxKeysShown = 8

// describe tells what JSON is, for people.
func describe(raw json.RawMessage) string {
	if list, ok := listOf(raw); ok {
		return fmt.Sprintf("a list of %d", len(list))
	}
	var members map[string]json.RawMessage
	if json.Unmarshal(raw, &members) != nil {
		return "neither an object nor a list"
	}
	keys := make([]string, 0, len(members))
	for key := range members {
		keys = append(keys, clip(key, 32))
	}
	slices.Sort(keys)
	if len(keys) > maxKeysShown {
		keys = append(keys[:maxKeysShown], "…")
	}
	return "an object with " + strings.Join(keys, ", ")
}
