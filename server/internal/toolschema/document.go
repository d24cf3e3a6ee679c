package toolschema

import (
	"bytes"
	"encoding/json"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/coderef-system/coderefd/server/internal/jsonpb"
)

// parse reads valid JSON into the types that the validator accepts; numbers keep their literal form.
// encoding/json takes more than twice as long for long text.
func parse(raw []byte) (any, error) {
	return parseNext(jsontext.NewDecoder(bytes.NewBuffer(raw)))
}

func parseNext(dec *jsontext.Decoder) (any, error) {
	switch dec.PeekKind() {
	case jsontext.KindBeginObject:
		return parseObject(dec)
	case jsontext.KindBeginArray:
		return parseArray(dec)
	case jsontext.KindString:
		return jsonpb.ReadString(dec, new(jsonpb.Losses))
	case jsontext.KindNumber:
		number, err := dec.ReadValue()
		return json.Number(number), err
	default: // null, true, false, or an error
		token, err := dec.ReadToken()
		if err != nil || token.Kind() == jsontext.KindNull {
			return nil, err
		}
		return token.Bool(), nil
	}
}

func parseObject(dec *jsontext.Decoder) (any, error) {
	if _, err := dec.ReadToken(); err != nil {
		return nil, err
	}
	members := make(map[string]any)
	for dec.PeekKind() != jsontext.KindEndObject {
		name, err := jsonpb.ReadString(dec, new(jsonpb.Losses))
		if err != nil {
			return nil, err
		}
		members[name], err = parseNext(dec)
		if err != nil {
			return nil, err
		}
	}
	_, err := dec.ReadToken()
	return members, err
}

func parseArray(dec *jsontext.Decoder) (any, error) {
	if _, err := dec.ReadToken(); err != nil {
		return nil, err
	}
	items := []any{}
	for dec.PeekKind() != jsontext.KindEndArray {
		item, err := parseNext(dec)
		if err != nil {
			return nil, err
		}
		items = append(items, item)
	}
	_, err := dec.ReadToken()
	return items, err
}
