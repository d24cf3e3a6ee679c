package toolschema

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/coderef-system/coderefd/server/internal/jsonpb"
	"github.com/coderef-system/coderefd/server/internal/text"
)

// maxSchemaBytes bounds the size of a schema that is compiled.
const maxSchemaBytes = 1 << 20

// location is the URL of the schema within the compiler. It is never fetched.
const location = "mcp:tool"

// Schema is a compiled input schema.
type Schema struct {
	// Struct is the schema as a message; nil if it is not a JSON object. It is shared and must not be
	// changed.
	Struct *structpb.Struct
	// Problem explains why the schema cannot be used for checks. It is empty if it can.
	Problem string

	raw   []byte
	depth int
	idle  chan *checker // nil if the schema has a problem
}

// checker returns a checker for exclusive use.
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

// release keeps a checker for the next check, unless enough checkers are idle.
func (s *Schema) release(c *checker) {
	select {
	case s.idle <- c:
	default:
	}
}

func compile(raw []byte, depth int) *Schema {
	schema := new(Schema)
	if len(raw) == 0 {
		schema.Problem = "the server sent no schema"
		return schema
	}
	if len(raw) > maxSchemaBytes {
		schema.Problem = fmt.Sprintf("%d bytes exceed the limit of %d", len(raw), maxSchemaBytes)
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

// errRemote is the result of every reference to another document.
var errRemote = errors.New("references to other documents are not followed")

type refuseAll struct{}

func (refuseAll) Load(string) (any, error) { return nil, errRemote }

func compileJSON(raw []byte, depth int) (*jsonschema.Schema, error) {
	// The same rules apply as for arguments, so that every parser reads the same document.
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

// leaf describes one defect of a schema.
func leaf(e *jsonschema.ValidationError) string {
	var all []string
	printer := message.NewPrinter(language.English)
	var walk func(e *jsonschema.ValidationError)
	walk = func(e *jsonschema.ValidationError) {
		if len(e.Causes) == 0 {
			all = append(
				all,
				fmt.Sprintf("at %q: %s", jsonpb.Pointer(e.InstanceLocation), e.ErrorKind.LocalizedString(printer)),
			)
		}
		for _, cause := range e.Causes {
			walk(cause)
		}
	}
	walk(e)
	return slices.Min(all)
}

// clip shortens s to at most limit bytes of valid UTF-8.
func clip(s string, limit int) string {
	return text.Cut(strings.ToValidUTF8(s, string(utf8.RuneError)), limit)
}
