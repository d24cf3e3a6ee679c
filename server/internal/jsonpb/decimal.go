package jsonpb

import (
	"bytes"
	"strconv"
)

// sameDecimal reports whether two JSON numbers have the same value. It takes time linear in their length,
// because it expands no number. A number whose exponent does not fit an int equals another one only if both
// are zero.
func sameDecimal(a, b []byte) bool {
	x, okX := parseDecimal(a)
	y, okY := parseDecimal(b)
	if len(x.digits) == 0 || len(y.digits) == 0 {
		return len(x.digits) == len(y.digits)
	}
	return okX && okY && x.negative == y.negative && x.exponent == y.exponent && bytes.Equal(x.digits, y.digits)
}

// decimal is the number 0.digits × 10^exponent. The digits neither begin nor end with a zero; the number zero
// has no digits.
type decimal struct {
	negative bool
	digits   []byte
	exponent int
}

// parseDecimal reads a JSON number. It returns false if the exponent does not fit an int.
func parseDecimal(raw []byte) (decimal, bool) {
	var d decimal
	if len(raw) > 0 && raw[0] == '-' {
		d.negative, raw = true, raw[1:]
	}
	ok := true
	if i := bytes.IndexAny(raw, "eE"); i >= 0 {
		exponent, err := strconv.Atoi(string(bytes.TrimPrefix(raw[i+1:], []byte("+"))))
		d.exponent, ok = exponent, err == nil
		raw = raw[:i]
	}
	whole, fraction, _ := bytes.Cut(raw, []byte("."))
	d.exponent += len(whole)
	digits := make([]byte, 0, len(whole)+len(fraction))
	digits = append(append(digits, whole...), fraction...)
	significant := bytes.TrimLeft(digits, "0")
	d.exponent -= len(digits) - len(significant)
	d.digits = bytes.TrimRight(significant, "0")
	return d, ok
}
