package corecli

import (
	"encoding/json"
	"math"
	"strings"
)

// object is a JSON object. Its methods ignore the case of keys, underscores and hyphens:
// risk_level, riskLevel and RiskLevel are the same key. If several keys are given, the
// first one that the object has is used. A member that is null is missing.
type object map[string]json.RawMessage

// objectOf decodes an object. It returns false if raw is not an object.
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

// membersOf decodes an object whose keys are data, such as paths, and does not fold them.
// It returns nil if raw is not an object.
func membersOf(raw json.RawMessage) map[string]json.RawMessage {
	var members map[string]json.RawMessage
	if len(raw) == 0 || json.Unmarshal(raw, &members) != nil {
		return nil
	}
	return members
}

// listOf decodes a list. It returns false if raw is not a list.
func listOf(raw json.RawMessage) ([]json.RawMessage, bool) {
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) != nil || list == nil {
		return nil, false
	}
	return list, true
}

// textOf decodes a string. It returns "" if raw is not a string.
func textOf(raw json.RawMessage) string {
	var s string
	if len(raw) == 0 || json.Unmarshal(raw, &s) != nil {
		return ""
	}
	return s
}

// fold returns the form of a key that [object] uses.
func fold(key string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(key))
}

// get returns a member.
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

// object returns a member, or nil if it is not an object.
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

// text returns a member, or "" if it is not a string.
func (o object) text(keys ...string) string {
	raw, _ := o.get(keys...)
	return textOf(raw)
}

// number returns a member, or false if it is not a number.
func (o object) number(keys ...string) (float64, bool) {
	raw, _ := o.get(keys...)
	var n float64
	if len(raw) == 0 || json.Unmarshal(raw, &n) != nil {
		return 0, false
	}
	return n, true
}

// count returns a member, or false if it is not an integer from 0 to 2^31-1.
func (o object) count(keys ...string) (int, bool) {
	n, ok := o.number(keys...)
	if !ok || n < 0 || n > math.MaxInt32 || n != math.Trunc(n) {
		return 0, false
	}
	return int(n), true
}

// countOrLen returns a member that is a count, or the length of a member that is a list.
func (o object) countOrLen(keys ...string) (int, bool) {
	if n, ok := o.count(keys...); ok {
		return n, true
	}
	list, ok := o.list(keys...)
	return len(list), ok
}

// flag returns a member, or nil if it is not a boolean.
func (o object) flag(keys ...string) *bool {
	raw, _ := o.get(keys...)
	var b bool
	if len(raw) == 0 || json.Unmarshal(raw, &b) != nil {
		return nil
	}
	return &b
}

// texts returns a member, or false if it is not a list of non-empty strings.
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
