package config

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/coderef-system/coderefd/internal/config/internal/problem"
)

// checker reports invalid values with the field and the line that set them.
type checker struct {
	problems *problem.List
	origins  problem.Origins
}

func (k checker) fail(field, format string, args ...any) {
	at := k.origins.Of(field)
	k.problems.Add(at.Position, at.Field, format, args...)
}

func (k checker) oneOf(field, value string, allowed ...string) {
	if !slices.Contains(allowed, value) {
		k.fail(field, "must be one of %s, not %q", strings.Join(allowed, ", "), value)
	}
}

// within reports a value outside [low, high].
func within[T cmp.Ordered](k checker, field string, value, low, high T) {
	if cmp.Less(value, low) || cmp.Less(high, value) { // cmp.Less orders NaN below any number
		k.fail(field, "must be between %v and %v, not %v", low, high, value)
	}
}

func (k checker) positive(field string, d time.Duration) {
	if d <= 0 {
		k.fail(field, "must be longer than zero, not %v", d)
	}
}
