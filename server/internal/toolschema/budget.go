package toolschema

import (
	"errors"
	"runtime"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// minSteps is the smallest budget of one check, in applications of a schema to a value. Each byte of the
// arguments adds one. Checks of real tools take a few hundred. Without a budget, a schema of one kilobyte
// that doubles at every level takes years.
const minSteps = 100_000

// errSteps ends a check that exceeds its budget.
var errSteps = errors.New("the check against the tool's schema takes too many steps")

// errEnded ends a check whose call has ended.
var errEnded = errors.New("the call has ended")

// checker is a compiled schema that counts its steps. It runs one check at a time.
type checker struct {
	schema *jsonschema.Schema
	left   int
	done   <-chan struct{}
}

// lookEvery is the number of steps between two checks whether the call has ended.
const lookEvery = 256

// Validate counts a step. The validator calls it for every schema that it applies to a value. Only a panic
// can stop the validator.
func (c *checker) Validate(*jsonschema.ValidatorContext, any) {
	if c.left--; c.left < 0 {
		panic(errSteps)
	}
	if c.left%lookEvery == 0 {
		select {
		case <-c.done:
			panic(errEnded)
		default:
		}
	}
}

func newChecker(schema *jsonschema.Schema) *checker {
	c := &checker{schema: schema}
	seen := make(map[*jsonschema.Schema]bool)
	pending := []*jsonschema.Schema{schema}
	for len(pending) > 0 {
		last := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		if last == nil || seen[last] {
			continue
		}
		seen[last] = true
		last.Extensions = append(last.Extensions, c)
		pending = append(pending, parts(last)...)
	}
	return c
}

// check validates document until done is closed. steps is its budget.
func (c *checker) check(done <-chan struct{}, document any, steps int) (err error) {
	defer func() {
		if p := recover(); p != nil {
			stopped, ok := p.(error)
			if !ok || !errors.Is(stopped, errSteps) && !errors.Is(stopped, errEnded) {
				panic(p)
			}
			err = stopped
		}
	}()
	c.left, c.done = steps, done
	return c.schema.Validate(document)
}

// parts returns the schemas that s applies or references; some may be nil.
func parts(s *jsonschema.Schema) []*jsonschema.Schema {
	all := []*jsonschema.Schema{
		s.Ref, s.RecursiveRef, s.Not, s.If, s.Then, s.Else, s.PropertyNames, s.UnevaluatedProperties,
		s.Contains, s.Items2020, s.UnevaluatedItems, s.ContentSchema,
	}
	if s.DynamicRef != nil {
		all = append(all, s.DynamicRef.Ref)
	}
	for _, list := range [][]*jsonschema.Schema{s.AllOf, s.AnyOf, s.OneOf, s.PrefixItems} {
		all = append(all, list...)
	}
	for _, part := range s.Properties {
		all = append(all, part)
	}
	for _, part := range s.PatternProperties {
		all = append(all, part)
	}
	for _, part := range s.DependentSchemas {
		all = append(all, part)
	}
	for _, part := range s.Dependencies {
		all = append(all, eitherWay(part)...)
	}
	for _, part := range []any{s.AdditionalProperties, s.Items, s.AdditionalItems} {
		all = append(all, eitherWay(part)...)
	}
	return all
}

// eitherWay returns the schemas of a field that holds one schema, several, or something else.
func eitherWay(part any) []*jsonschema.Schema {
	switch part := part.(type) {
	case *jsonschema.Schema:
		return []*jsonschema.Schema{part}
	case []*jsonschema.Schema:
		return part
	default:
		return nil
	}
}

// maxIdle is the number of idle checkers that one schema keeps: as many as can run in parallel.
func maxIdle() int { return runtime.GOMAXPROCS(0) }
