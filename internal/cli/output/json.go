package output

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"github.com/coderef-system/coderefd/internal/app"
)

// PrintProto prints a message as JSON with proto field names, one field per line.
func PrintProto(w io.Writer, m proto.Message) error {
	text, err := ProtoJSON(m)
	if err != nil {
		return err
	}
	return PrintJSON(w, text)
}

// PrintList prints messages as a JSON array.
func PrintList[M proto.Message](w io.Writer, messages []M) error {
	list := make([]json.RawMessage, len(messages))
	for i, m := range messages {
		text, err := ProtoJSON(m)
		if err != nil {
			return err
		}
		list[i] = text
	}
	text, err := json.Marshal(list)
	if err != nil {
		return err
	}
	return PrintJSON(w, text)
}

// ProtoJSON returns a message as JSON with proto field names and all fields.
func ProtoJSON(m proto.Message) (json.RawMessage, error) {
	return protojson.MarshalOptions{UseProtoNames: true, EmitUnpopulated: true}.Marshal(m)
}

// PrintJSON prints indented JSON. Numbers are not changed.
func PrintJSON(w io.Writer, text []byte) error {
	var b bytes.Buffer
	if err := json.Indent(&b, text, "", "  "); err != nil {
		return fmt.Errorf("not JSON: %w", err)
	}
	return PrintExact(w, b.Bytes())
}

// PrintExact prints JSON byte for byte. On a terminal, control characters are escaped, which does not change
// the JSON value.
func PrintExact(w io.Writer, text []byte) error {
	if app.IsTerminal(w) {
		text = []byte(Clean(string(text)))
	}
	_, err := fmt.Fprintf(w, "%s\n", text)
	return err
}
