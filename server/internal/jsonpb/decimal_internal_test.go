package jsonpb

import (
	"math/big"
	"strings"
	"testing"
)

// sameDecimal agrees with exact rational arithmetic.
func FuzzSameDecimal(f *testing.F) {
	for _, seed := range [][2]string{
		{"0.1", "1e-1"}, {"100", "1e2"}, {"-0", "0"}, {"1.50", "15E-1"}, {"12", "21"}, {"0.001", "1e-4"}, {"-1", "1"},
	} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		x, y := rational(a), rational(b)
		if x == nil || y == nil {
			t.Skip("not two small JSON numbers")
		}
		if got, want := sameDecimal([]byte(a), []byte(b)), x.Cmp(y) == 0; got != want {
			t.Errorf("sameDecimal(%q, %q) = %t, want %t", a, b, got, want)
		}
	})
}

// rational returns the value of a JSON number. It returns nil for other text, and for a number that is too
// long to expand.
func rational(text string) *big.Rat {
	digits := strings.TrimPrefix(text, "-")
	if len(text) > 40 || strings.Trim(text, "0123456789.eE+-") != "" || digits == "" || digits[0] < '0' ||
		digits[0] > '9' {
		return nil
	}
	whole, exponent, _ := strings.Cut(strings.ToLower(digits), "e")
	if len(exponent) > 4 || strings.HasSuffix(whole, ".") || len(whole) > 1 && whole[0] == '0' && whole[1] != '.' {
		return nil
	}
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		return nil
	}
	return r
}
