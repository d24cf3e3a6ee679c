package e2e_test

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"google.golang.org/protobuf/reflect/protoreflect"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
)

// `grpcurl describe` prints a comment above every request message of
// CodeIntelService and above each of its fields.
func TestDescribePrintsComments(t *testing.T) {
	grpcurl := filepath.Join(buildGrpcurl(t), "grpcurl")
	address := freeAddress(t)
	startAt(t, address)
	methods := codeIntelMethods()
	for i := range methods.Len() {
		message := methods.Get(i).Input()
		t.Run(string(message.Name()), func(t *testing.T) {
			describe := exec.CommandContext(
				soon(t), grpcurl, "-plaintext", address, "describe", string(message.FullName()),
			)
			out, err := describe.CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			lines := strings.Split(string(out), "\n")
			wantComment(t, lines, `^message `+string(message.Name())+` \{`)
			fields := message.Fields()
			for i := range fields.Len() {
				field := fields.Get(i)
				wantComment(t, lines, fmt.Sprintf(`^ +(%s)?.* %s = %d\b`, label(field), field.Name(), field.Number()))
			}
		})
	}
}

// codeIntelMethods returns the methods of CodeIntelService.
func codeIntelMethods() protoreflect.MethodDescriptors {
	file := codeintelv1.File_coderef_codeintel_v1_codeintel_service_proto
	return file.Services().ByName("CodeIntelService").Methods()
}

func label(field protoreflect.FieldDescriptor) string {
	if field.IsList() {
		return "repeated "
	}
	return "optional "
}

// wantComment checks that a line matches the pattern and that the comment above it is not empty.
func wantComment(t *testing.T, lines []string, pattern string) {
	t.Helper()
	line := regexp.MustCompile(pattern)
	comment := regexp.MustCompile(`^ *// .*\w`)
	for i, text := range lines {
		if line.MatchString(text) {
			if i == 0 || !comment.MatchString(lines[i-1]) {
				t.Errorf("got no comment above %q, want one, in:\n%s", text, strings.Join(lines, "\n"))
			}
			return
		}
	}
	t.Errorf("got no line that matches %s, want one, in:\n%s", pattern, strings.Join(lines, "\n"))
}
