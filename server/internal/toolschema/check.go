package toolschema

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"github.com/coderef-system/coderefd/server/internal/jsonpb"
)

// maxDescription bounds the description of one violation, in bytes, because it travels in a header.
const maxDescription = 200

// Violation is one violation of the schema by the arguments.
type Violation struct {
	// Field is the JSON pointer to the argument.
	Field string
	// Description is a sentence for people that names the argument.
	Description string
}

// Check returns the violations of the schema by arguments, which is one JSON object, sorted by field. It
// returns nil if there are none, or if the schema has a problem. The error is that of ctx, because large
// arguments take seconds with some schemas.
func (s *Schema) Check(ctx context.Context, arguments []byte) ([]Violation, error) {
	if s.idle == nil {
		return nil, nil
	}
	document, err := parse(arguments)
	if err != nil { // the caller has checked the syntax
		return unchecked(err), nil
	}
	c, err := s.checker()
	if err != nil { // cannot happen: the same schema compiled before
		return unchecked(err), nil
	}
	err = c.check(ctx.Done(), document, minSteps+len(arguments))
	s.release(c)
	var invalid *jsonschema.ValidationError
	switch {
	case err == nil:
		return nil, nil
	case errors.Is(err, errEnded):
		return nil, ctx.Err()
	case errors.As(err, &invalid):
		return violations(invalid), nil
	default:
		return unchecked(err), nil
	}
}

// unchecked returns the violation that reports that arguments cannot be checked. It contains the reason if
// that is an error of this package.
func unchecked(err error) []Violation {
	what := "the arguments cannot be checked"
	if errors.Is(err, errSteps) {
		what += ": " + errSteps.Error()
	}
	return []Violation{{Description: what}}
}

// maxViolations bounds the number of violations, because readers need only the first ones.
const maxViolations = 1000

func violations(root *jsonschema.ValidationError) []Violation {
	var found []Violation
	printer := message.NewPrinter(language.English)
	var walk func(e *jsonschema.ValidationError)
	walk = func(e *jsonschema.ValidationError) {
		if len(e.Causes) == 0 {
			found = append(found, describeLeaf(e, printer)...)
		}
		for _, cause := range e.Causes {
			if len(found) >= maxViolations {
				return
			}
			walk(cause)
		}
	}
	walk(root)
	// The validator ranges over maps. Sorting makes the first violation, which the message names,
	// deterministic.
	slices.SortFunc(found, func(a, b Violation) int {
		return cmp.Or(cmp.Compare(a.Field, b.Field), cmp.Compare(a.Description, b.Description))
	})
	found = slices.Compact(found)
	return found[:min(len(found), maxViolations)]
}

func describeLeaf(e *jsonschema.ValidationError, printer *message.Printer) []Violation {
	switch k := e.ErrorKind.(type) {
	case *kind.Required:
		return each(e, k.Missing, "is missing")
	case *kind.AdditionalProperties:
		return each(e, k.Properties, "is not known to the tool")
	case *kind.FalseSchema:
		return one(e, "is not allowed")
	case *kind.Type:
		return one(e, fmt.Sprintf("is of type %s, not %s", k.Got, strings.Join(k.Want, " or ")))
	case *kind.Enum:
		return one(e, "is not one of "+listValues(k.Want))
	case *kind.Pattern:
		return one(e, fmt.Sprintf("does not match the pattern %q", k.Want))
	case *kind.MinLength:
		return one(e, fmt.Sprintf("is %d characters long, shorter than %d", k.Got, k.Want))
	case *kind.MaxLength:
		return one(e, fmt.Sprintf("is %d characters long, longer than %d", k.Got, k.Want))
	case *kind.Minimum:
		return one(e, "is less than "+number(k.Want))
	case *kind.Maximum:
		return one(e, "is greater than "+number(k.Want))
	default:
		return one(e, "is not valid: "+e.ErrorKind.LocalizedString(printer))
	}
}

// number formats integers exactly and fractions as decimals.
func number(r *big.Rat) string {
	if r.IsInt() {
		return r.Num().String()
	}
	f, _ := r.Float64()
	return strconv.FormatFloat(f, 'g', -1, 64)
}

func one(e *jsonschema.ValidationError, what string) []Violation {
	return []Violation{about(e.InstanceLocation, what)}
}

func each(e *jsonschema.ValidationError, names []string, what string) []Violation {
	var all []Violation
	for _, name := range names {
		all = append(all, about(append(slices.Clone(e.InstanceLocation), name), what))
	}
	return all
}

// about names a top-level argument by its name, and a nested one by its pointer.
func about(path []string, what string) Violation {
	field, name := jsonpb.Pointer(path), ""
	switch len(path) {
	case 0:
		return Violation{Description: clip("the arguments object "+what, maxDescription)}
	case 1:
		name = path[0]
	default:
		name = field
	}
	return Violation{
		Field:       clip(field, maxDescription),
		Description: clip(fmt.Sprintf("argument %q %s", clip(name, maxDescription/2), what), maxDescription),
	}
}

func listValues(values []any) string {
	shown := make([]string, 0, len(values))
	for _, v := range values {
		if s, isText := v.(string); isText {
			shown = append(shown, fmt.Sprintf("%q", s))
		} else {
			shown = append(shown, fmt.Sprint(v))
		}
	}
	return strings.Join(shown, ", ")
}
