package codeintel

import (
	"fmt"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
)

// promises checks an answer against what the contract promises of it, as far as
// types do not, and keeps the first one that is broken.
type promises struct{ broken error }

func (p *promises) fail(format string, args ...any) {
	if p.broken == nil {
		p.broken = fmt.Errorf(format, args...)
	}
}

// upTo checks a number on a scale from 0 to highest.
func (p *promises) upTo(highest float64, name string, value float64) float64 {
	if value < 0 || value > highest {
		p.fail("%s is %v, which is not from 0 to %v", name, value, highest)
	}
	return value
}

// share checks a number from 0 to 1 that may be absent.
func (p *promises) share(name string, value *float64) *float64 {
	if value != nil {
		p.upTo(1, name, *value)
	}
	return value
}

// percentage is a number from 0 to 100 that must be there, as one from 0 to 1.
func (p *promises) percentage(name string, value *float64) float64 {
	return p.upTo(100, name, *must(p, name, value)) / 100
}

// time reads a time as RFC 3339 writes it.
func (p *promises) time(name, text string) *timestamppb.Timestamp {
	at, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		p.fail("%s: %w", name, err)
		return nil
	}
	return timestamppb.New(at)
}

// element converts an element that must be there.
func (p *promises) element(name string, e *elementResult) *codeintelv1.Element {
	if e == nil {
		p.fail("%s is missing", name)
		return nil
	}
	return e.message()
}

// must returns a value that must be there, or else a zero one.
func must[T any](p *promises, name string, value *T) *T {
	if value == nil {
		p.fail("%s is missing", name)
		return new(T)
	}
	return value
}

// each converts the items of a list that must be there, if only empty.
func each[T, M any](p *promises, name string, items *[]T, message func(*T) M) []M {
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
