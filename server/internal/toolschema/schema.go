package toolschema

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/coderef-system/coderefd/server/internal/jsonpb"
)

// maxSchemaBytes bounds the text of a schema that is compiled.
const maxSchemaBytes = 1 << 20

// location names the schema within the compiler. It is never fetched.
const location = "mcp:tool"

// Schema is one input schema, compiled.
type Schema struct {
	// Struct is the schema as a message; nil when it is not a JSON object. It is
	// shared: do not change it.
	Struct *structpb.Struct
	// Problem says why the schema cannot check anything; empty when it can.
	Problem string

	raw   []byte
	depth int
	idle  chan *checker // nil: cannot check
}

// checker returns a checker that nobody else uses.
func (s *Schema) checker() (*checker, error) {
	select {
	case c := <-s.idle:
		return c, nil
	default:
	}
	compiled, err := compileJSON(s.raw, s.depth)
	if err != nil {
		return nil, err
	}
	return newChecker(compiled), nil
}

// release keeps a checker for the next check, if there is room.
func (s *Schema) release(c *checker) {
	select {
	case s.idle <- c:
	default:
	}
}

func compile(raw []byte, depth int) *Schema {
	schema := new(Schema)
	if len(raw) == 0 {
		schema.Problem = "the server gives none"
		return schema
	}
	if len(raw) > maxSchemaBytes {
		schema.Problem = fmt.Sprintf("%d bytes are over the limit of %d", len(raw), maxSchemaBytes)
		return schema
	}
	var err error
	schema.Struct, err = jsonpb.ParseStruct(raw, depth, new(jsonpb.Losses))
	if err != nil {
		schema.Struct, schema.Problem = nil, "not a JSON object"
		return schema
	}
	compiled, err := compileJSON(raw, depth)
	if err != nil {
		schema.Problem = describe(err)
		return schema
	}
	schema.raw, schema.depth, schema.idle = raw, depth, make(chan *checker, maxIdle())
	schema.release(newChecker(compiled))
	return schema
}

// errRemote is what every reference out of the schema ends in.
var errRemote = errors.New("references to other documents are not followed")

type refuseAll struct{}

func (refuseAll) Load(string) (any, error) { return nil, errRemote }

func compileJSON(raw []byte, depth int) (*jsonschema.Schema, error) {
	// The same rules as for arguments: what one reader sees is what all see.
	raw, err := jsonpb.Compact(raw, depth)
	if err != nil {
		return nil, err
	}
	document, err := parse(raw)
	if err != nil {
		return nil, err
	}
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020)
	compiler.UseLoader(refuseAll{})
	if err := compiler.AddResource(location, document); err != nil {
		return nil, err
	}
	return compiler.Compile(location)
}

// maxProblem bounds a description of a schema's problem, in bytes.
const maxProblem = 300

func describe(err error) string {
	if errors.Is(err, errRemote) {
		return errRemote.Error()
	}
	text := err.Error()
	var remote *jsonschema.LoadURLError
	var outer *jsonschema.SchemaValidationError
	var inner *jsonschema.ValidationError
	switch {
	case errors.As(err, &remote):
		text = errRemote.Error()
	case errors.As(err, &outer) && errors.As(outer.Err, &inner):
		text = "not a valid JSON Schema: " + leaf(inner)
	}
	return clip(strings.Join(strings.Fields(text), " "), maxProblem)
}

// leaf describes one thing that is wrong with a schema.
func leaf(e *jsonschema.ValidationError) string {
	var all []string
	printer := message.NewPrinter(language.English)
	var walk func(e *jsonschema.ValidationError)
	walk = func(e *jsonschema.ValidationError) {
		if len(e.Causes) == 0 {
			all = append(all, fmt.Sprintf("at %q: %s", jsonpb.Pointer(e.InstanceLocation), e.ErrorKind.LocalizedString(printer)))
		}
		for _, cause := range e.Causes {
			walk(cause)
		}
	}
	walk(e)
	return slices.Min(all)
}
