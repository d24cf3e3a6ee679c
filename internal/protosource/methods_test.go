package protosource_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"github.com/google/go-cmp/cmp"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
)

// methods calls f for each method of the contract.
func methods(t *testing.T, f func(protoreflect.MethodDescriptor)) {
	t.Helper()
	for _, file := range contractFiles(t) {
		for i := range file.Services().Len() {
			service := file.Services().Get(i)
			for j := range service.Methods().Len() {
				f(service.Methods().Get(j))
			}
		}
	}
}

// Every request field that can be too large or too long has a rule. Fields of bytes and of
// messages need none, because the size of the whole request bounds them.
func TestRequestFieldsAreBounded(t *testing.T) {
	checked := 0
	methods(t, func(method protoreflect.MethodDescriptor) {
		fields := method.Input().Fields()
		for i := range fields.Len() {
			field := fields.Get(i)
			sized := []protoreflect.Kind{protoreflect.BoolKind, protoreflect.BytesKind, protoreflect.MessageKind}
			if slices.Contains(sized, field.Kind()) && !field.IsList() {
				continue
			}
			checked++
			if !proto.HasExtension(field.Options(), validate.E_Field) {
				t.Errorf("%s: got no (buf.validate.field), want a rule", field.FullName())
			}
		}
	})
	if checked < 40 {
		t.Errorf("checked %d fields, want at least 40", checked)
	}
}

// The table of the API in README.md lists every method, with its kind and its side effects.
func TestReadmeListsEveryMethod(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(readme), "\n## The API\n")
	got := map[string]string{}
	service := ""
	for _, row := range regexp.MustCompile(`(?m)^\| (.*) \| (.*) \| (.*) \|$`).FindAllStringSubmatch(section, -1) {
		names, _, _ := strings.Cut(row[1], ":")
		if quoted := regexp.MustCompile("^`(coderef[^`]*)` ").FindStringSubmatch(names); quoted != nil {
			service, names = quoted[1], strings.TrimPrefix(names, quoted[0])
		}
		if rest, ok := strings.CutPrefix(names, "… "); ok {
			names = rest
		}
		for name := range strings.SplitSeq(names, ", ") {
			if regexp.MustCompile(`^[A-Z]\w+$`).MatchString(name) && service != "" {
				got[service+"."+name] = row[2] + ", " + sideEffects(row[3])
			}
		}
	}
	want := map[string]string{}
	methods(t, func(method protoreflect.MethodDescriptor) {
		kind := "unary"
		if method.IsStreamingServer() {
			kind = "server stream"
		}
		effects := "some"
		level := method.Options().(*descriptorpb.MethodOptions).GetIdempotencyLevel()
		if level == descriptorpb.MethodOptions_NO_SIDE_EFFECTS {
			effects = "none"
		}
		want[string(method.FullName())] = kind + ", " + effects
	})
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("methods (-contract +README):\n%s", diff)
	}
}

func sideEffects(cell string) string {
	if cell == "none" {
		return cell
	}
	return "some"
}
