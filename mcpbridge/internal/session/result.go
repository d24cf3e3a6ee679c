package session

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/mcpbridge/internal/jsonrpc"
)

// InputRequiredError means that the server sends no result before the client has responded
// to the server's own requests. The bridge declares support for none of them.
type InputRequiredError struct {
	// Methods are the requested methods, sorted; empty: the server only requires that the
	// call is repeated.
	Methods []string
}

func (e *InputRequiredError) Error() string {
	if len(e.Methods) == 0 {
		return "the server requires the client to repeat the call with the requestState of the result"
	}
	return "the server requires input from the client: " + strings.Join(e.Methods, ", ")
}

// checkResult reads isError and, in the modern era, resultType. "Clients MUST treat an
// unrecognized resultType as invalid"; an absent one means complete. It reads nothing
// else.
func (s *Session) checkResult(raw []byte) (isError bool, err error) {
	var resultType, inputs []byte
	ok := jsonrpc.Members(raw, func(name, value []byte) {
		switch string(name) {
		case "isError":
			isError = string(value) == "true"
		case "resultType":
			resultType = value
		case "inputRequests":
			inputs = value
		}
	})
	switch {
	case !ok:
		return false, jsonrpc.ProtocolError("the result is not an object")
	case !s.info.Modern || resultType == nil || string(resultType) == `"complete"`:
		return isError, nil
	case string(resultType) == `"input_required"`:
		return false, inputRequired(inputs)
	}
	return false, jsonrpc.ProtocolError(fmt.Sprintf("the result has the unknown resultType %.64q", resultType))
}

func inputRequired(inputs []byte) error {
	var requests map[string]struct {
		Method string `json:"method"`
	}
	// Unreadable requests are omitted.
	_ = json.Unmarshal(inputs, &requests)
	out := new(InputRequiredError)
	for _, request := range requests {
		out.Methods = append(out.Methods, fmt.Sprintf("%.64s", request.Method))
	}
	slices.Sort(out.Methods)
	out.Methods = slices.Compact(out.Methods)
	return out
}
