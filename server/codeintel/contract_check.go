package codeintel

import (
	"fmt"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
)

// contractCheck checks a tool's result against the rules of the contract that Go types cannot express, and
// keeps the first violation.
type contractCheck struct{ violation error }

func (p *contractCheck) fail(format string, args ...any) {
	if p.violation == nil {
		p.violation = fmt.Errorf(format, args...)
	}
}

// upTo checks that a number is between 0 and highest.
func (p *contractCheck) upTo(highest float64, name string, value float64) float64 {
	if value < 0 || value > highest {
		p.fail("%s is %v, which is not between 0 and %v", name, value, highest)
	}
	return value
}

// optionalUpTo checks that a number, if it is present, is between 0 and highest.
func (p *contractCheck) optionalUpTo(highest float64, name string, value *float64) *float64 {
	if value != nil {
		p.upTo(highest, name, *value)
	}
	return value
}

// percentage converts a required number between 0 and 100 to one between 0 and 1.
func (p *contractCheck) percentage(name string, value *float64) float64 {
	return p.upTo(100, name, *must(p, name, value)) / 100
}

// time parses a time in RFC 3339 format.
func (p *contractCheck) time(name, text string) *timestamppb.Timestamp {
	at, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		p.fail("%s: %w", name, err)
		return nil
	}
	return timestamppb.New(at)
}

// element converts a required element.
func (p *contractCheck) element(name string, e *elementResult) *codeintelv1.Element {
	if e == nil {
		p.fail("%s is missing", name)
		return nil
	}
	return e.message()
}

// must returns a required value. If it is missing, must records that and returns a zero value.
func must[T any](p *contractCheck, name string, value *T) *T {
	if value == nil {
		p.fail("%s is missing", name)
		return new(T)
	}
	return value
}

// each converts the items of a required list, which may be empty.
func each[T, M any](p *contractCheck, name string, items *[]T, message func(*T) M) []M {
	if items == nil {
		p.fail("%s are missing", name)
		return nil
	}
	return some(*items, message)
}

// some converts the items of a list.
func some[T, M any](items []T, message func(*T) M) []M {
	if len(items) == 0 {
		return nil
	}
	messages := make([]M, len(items))
	for i := range items {
		messages[i] = message(&items[i])
	}
	return messages
}
