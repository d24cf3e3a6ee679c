package corecli

import (
	"encoding/json"
	"math"
	"strings"
)

// object is a JSON object whose keys are read whatever their case and with or
// without underscores: risk_level, riskLevel and RiskLevel are one.
type object map[string]json.RawMessage

// objectOf reads an object; false if it is none.
func objectOf(raw json.RawMessage) (object, bool) {
	var members map[string]json.RawMessage
	if json.Unmarshal(raw, &members) != nil || members == nil {
		return nil, false
	}
	o := make(object, len(members))
	for key, value := range members {
		o[fold(key)] = value
	}
	return o, true
}

// membersOf reads an object whose keys are names of something, not words; nil if it
// is none.
func membersOf(raw json.RawMessage) map[string]json.RawMessage {
	var members map[string]json.RawMessage
	if len(raw) == 0 || json.Unmarshal(raw, &members) != nil {
		return nil
	}
	return members
}

// listOf reads a list; false if it is none.
func listOf(raw json.RawMessage) ([]json.RawMessage, bool) {
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) != nil || list == nil {
		return nil, false
	}
	return list, true
}

func fold(key string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(key))
}

// get returns the first member there is of these, in that order.
func (o object) get(keys ...string) (json.RawMessage, bool) {
	for _, key := range keys {
		if raw, ok := o[fold(key)]; ok && string(raw) != "null" {
			return raw, true
		}
	}
	return nil, false
}

func (o object) has(keys ...string) bool {
	_, ok := o.get(keys...)
	return ok
}

// object returns a member that is an object; nil if it is none.
func (o object) object(keys ...string) object {
	raw, _ := o.get(keys...)
	inner, _ := objectOf(raw)
	return inner
}

// list returns the first of the members that is a list.
func (o object) list(keys ...string) ([]json.RawMessage, bool) {
	for _, key := range keys {
		if list, ok := listOf(o[fold(key)]); ok {
			return list, true
		}
	}
	return nil, false
}

// text returns a member that is a string, "" if it is none.
func (o object) text(keys ...string) string {
	raw, _ := o.get(keys...)
	return textOf(raw)
}

// number returns a member that is a number.
func (o object) number(keys ...string) (float64, bool) {
	raw, _ := o.get(keys...)
	var n float64
	if len(raw) == 0 || json.Unmarshal(raw, &n) != nil {
		return 0, false
	}
	return n, true
}

// count returns a member that is a whole number from 0.
func (o object) count(keys ...string) (int, bool) {
	n, ok := o.number(keys...)
	if !ok || n < 0 || n > math.MaxInt32 || n != math.Trunc(n) {
		return 0, false
	}
	return int(n), true
}

// countOrLen returns a member that is a count, or how long it is if it is a list.
func (o object) countOrLen(keys ...string) (int, bool) {
	if n, ok := o.count(keys...); ok {
		return n, true
	}
	list, ok := o.list(keys...)
	return len(list), ok
}

// flag returns a member that is a boolean, nil if it is none.
func (o object) flag(keys ...string) *bool {
	raw, _ := o.get(keys...)
	var b bool
	if len(raw) == 0 || json.Unmarshal(raw, &b) != nil {
		return nil
	}
	return &b
}

// texts returns a member that is a list of strings.
func (o object) texts(keys ...string) (texts []string, ok bool) {
	list, ok := o.list(keys...)
	for _, raw := range list {
		s := textOf(raw)
		if s == "" {
			return nil, false
		}
		texts = append(texts, s)
	}
	return texts, ok
}

func textOf(raw json.RawMessage) string {
	var s string
	if len(raw) == 0 || json.Unmarshal(raw, &s) != nil {
		return ""
	}
	return s
}
