package stdio

import (
	"bytes"
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// badMessage is invalid input. The transport responds with an error and does not pass it to
// the session.
type badMessage struct {
	id      json.RawMessage // nil if it is invalid
	code    int
	message string
}

// decode parses one line. A batch, which revision 2025-03-26 allows, is divided into its
// messages: each response is a separate line.
func decode(text []byte) (msgs []jsonrpc.Message, bad []badMessage) {
	text = bytes.TrimSpace(bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")))
	switch {
	case len(text) == 0:
		return nil, nil
	case !json.Valid(text):
		return nil, []badMessage{{code: jsonrpc.CodeParseError, message: "the line is not JSON"}}
	case text[0] != '[':
		return decodeAll([]json.RawMessage{text})
	}
	var members []json.RawMessage
	if err := json.Unmarshal(text, &members); err != nil || len(members) == 0 {
		return nil, []badMessage{{code: jsonrpc.CodeInvalidRequest, message: "empty batch"}}
	}
	return decodeAll(members)
}

func decodeAll(texts []json.RawMessage) (msgs []jsonrpc.Message, bad []badMessage) {
	for _, text := range texts {
		msg, err := decodeOne(text)
		if err != nil {
			bad = append(bad, *err)
			continue
		}
		msgs = append(msgs, msg)
	}
	return msgs, bad
}

func decodeOne(text json.RawMessage) (jsonrpc.Message, *badMessage) {
	var envelope struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Method  json.RawMessage `json:"method"`
		Result  json.RawMessage `json:"result"`
		Error   json.RawMessage `json:"error"`
	}
	if err := json.Unmarshal(text, &envelope); err != nil {
		return nil, &badMessage{code: jsonrpc.CodeInvalidRequest, message: "not a JSON-RPC message"}
	}
	id := validID(envelope.ID)
	switch {
	case envelope.ID != nil && id == nil:
		return nil, &badMessage{code: jsonrpc.CodeInvalidRequest, message: "an id must be a string or an integer"}
	case !exactID(id):
		return nil, &badMessage{id: id, code: jsonrpc.CodeInvalidRequest, message: "an integer id must lie within ±(2^53-1)"}
	}
	empty := envelope.Method == nil && envelope.Result == nil && envelope.Error == nil
	msg, err := jsonrpc.DecodeMessage(text)
	if err != nil || empty || envelope.Version != "2.0" {
		return nil, &badMessage{id: id, code: jsonrpc.CodeInvalidRequest, message: "not a JSON-RPC 2.0 message"}
	}
	return msg, nil
}

// validID returns the id if MCP allows it, else nil: "The request ID MUST be a string or
// integer" and "MUST NOT be null".
func validID(raw json.RawMessage) json.RawMessage {
	if len(raw) == 0 {
		return nil
	}
	if raw[0] == '"' {
		return raw
	}
	var n int64
	if json.Unmarshal(raw, &n) != nil || string(raw) == "null" {
		return nil
	}
	return raw
}

// maxExactID is the largest integer up to which a float64 is exact. The SDK decodes ids as
// float64, so the response to a larger id could have another id.
const maxExactID = 1<<53 - 1

func exactID(id json.RawMessage) bool {
	var n int64
	if len(id) == 0 || id[0] == '"' || json.Unmarshal(id, &n) != nil {
		return true
	}
	return n >= -maxExactID && n <= maxExactID
}
