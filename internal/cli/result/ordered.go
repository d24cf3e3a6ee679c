package result

import (
	"bytes"
	"encoding/json"
	"errors"
)

// value is a JSON value that keeps the order of its members. Exactly one of the fields is set; the zero value is
// null.
type value struct {
	object []member
	list   []value
	scalar *string // text of a string, number or boolean
	isList bool    // also for an empty list
}

// member is a member of an object.
type member struct {
	name string
	value
}

// maxNesting bounds the nesting of values, because reading them recurses. The service rejects deeper results.
const maxNesting = 200

// readOrdered reads a JSON value.
func readOrdered(text json.RawMessage) (value, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	return readValue(d, 0)
}

func readValue(d *json.Decoder, depth int) (value, error) {
	if depth > maxNesting {
		return value{}, errors.New("the value is nested too deeply")
	}
	token, err := d.Token()
	if err != nil {
		return value{}, err
	}
	switch t := token.(type) {
	case json.Delim:
		if t == '{' {
			return readObject(d, depth)
		}
		return readList(d, depth)
	case string:
		return scalar(t), nil
	case json.Number:
		return scalar(t.String()), nil
	case bool:
		if t {
			return scalar("yes"), nil
		}
		return scalar("no"), nil
	}
	return value{}, nil
}

func scalar(text string) value { return value{scalar: &text} }

func readObject(d *json.Decoder, depth int) (value, error) {
	v := value{object: []member{}}
	for d.More() {
		token, err := d.Token()
		if err != nil {
			return v, err
		}
		m, err := readValue(d, depth+1)
		if err != nil {
			return v, err
		}
		name, _ := token.(string) // the decoder accepts only strings here
		v.object = append(v.object, member{name, m})
	}
	_, err := d.Token()
	return v, err
}

func readList(d *json.Decoder, depth int) (value, error) {
	v := value{isList: true}
	for d.More() {
		item, err := readValue(d, depth+1)
		if err != nil {
			return v, err
		}
		v.list = append(v.list, item)
	}
	_, err := d.Token()
	return v, err
}

// isNull reports whether a value is null.
func (v value) isNull() bool { return v.object == nil && !v.isList && v.scalar == nil }

// text returns the text of a scalar, and "" for any other value.
func (v value) text() string {
	if v.scalar == nil {
		return ""
	}
	return *v.scalar
}

// get returns a member of an object, or null.
func (v value) get(name string) value {
	for _, m := range v.object {
		if m.name == name {
			return m.value
		}
	}
	return value{}
}
