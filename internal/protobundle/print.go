package protobundle

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/jhump/protoreflect/v2/protoprint"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// printFile returns the text of a file under a header, which is a comment.
func printFile(file protoreflect.FileDescriptor, header string) ([]byte, error) {
	text := new(bytes.Buffer)
	printer := protoprint.Printer{Compact: true}
	if err := printer.PrintProtoFile(file, text); err != nil {
		return nil, fmt.Errorf("print %s: %w", file.Path(), err)
	}
	return []byte(header + "\n" + layout(text.String())), nil
}

// layout separates the elements of a compact text by empty lines, and writes
// methods without spaces inside of parentheses.
func layout(text string) string {
	out := new(strings.Builder)
	var before string // first word of the last line that is not indented
	for line := range strings.Lines(text) {
		word, _, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		if word != "" {
			if before == "}" || before != "" && before != "//" && before != word && word != "}" {
				out.WriteByte('\n')
			}
			before = word
		}
		if strings.HasPrefix(strings.TrimLeft(line, " "), "rpc ") {
			line = strings.NewReplacer("returns ( ", "returns (", " ( ", "(", " )", ")").Replace(line)
		}
		out.WriteString(line)
	}
	return out.String()
}
