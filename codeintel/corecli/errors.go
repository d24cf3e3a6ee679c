package corecli

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Code is the kind of a failure.
type Code string

// The codes of failures.
const (
	Timeout         Code = "TIMEOUT"           // the program exceeded the time limit and was stopped
	NotFound        Code = "CLI_NOT_FOUND"     // the program is not installed, or cannot be started
	WrongVersion    Code = "CLI_VERSION"       // the version is not supported, or lacks the command
	NotParsed       Code = "JSON_PARSE_ERROR"  // the output is not in a known format
	InvalidInput    Code = "INVALID_INPUT"     // the program rejected the arguments
	ElementNotFound Code = "ELEMENT_NOT_FOUND" // the program did not find the element
	Failed          Code = "SUBPROCESS_ERROR"  // any other failure
)

// Error is a failure of the program, or a failure to start it. Message and Hint are for
// the caller of a tool: Message contains at most a short excerpt of the output, without
// absolute paths. Hint states the remedy and may be empty.
type Error struct {
	Code          Code
	Message, Hint string
}

func (e *Error) Error() string { return string(e.Code) + ": " + e.Message }

func failure(code Code, hint, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...), Hint: hint}
}

// The hints of several errors.
const (
	runByHand    = "run the command in a terminal to see its output"
	otherVersion = "install another version of the coderef CLI, or use the native engine"
)

// errFormat means that JSON is not in a known format of the result.
var errFormat = errors.New("unknown format")

// maxKeysShown is the maximum number of keys that an error about an unknown format names.
const maxKeysShown = 8

// describe describes the outline of a JSON value for an error message.
func describe(raw json.RawMessage) string {
	if list, ok := listOf(raw); ok {
		return fmt.Sprintf("a list of length %d", len(list))
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
	return "an object with the keys " + strings.Join(keys, ", ")
}
