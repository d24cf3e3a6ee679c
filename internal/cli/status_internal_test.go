package cli

import (
	"bytes"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"

	adminv1 "github.com/coderef-system/coderefd/gen/coderef/admin/v1"
)

// The status warns of tools that cannot be called.
func TestStatusOmittedTools(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	err := printStatusTable(
		&out,
		&adminv1.GetStatusResponse{Warnings: []*adminv1.StatusWarning{{Message: "another"}}},
		[]*adminv1.Server{
			{Name: "fine", ToolCount: proto.Int32(2)},
			{Name: "odd", ToolCount: proto.Int32(1), OmittedToolCount: proto.Int32(3)},
			{Name: "odder", OmittedToolCount: proto.Int32(1)},
		},
	)
	if err != nil {
		t.Fatal(err)
	}
	want := "\n\nwarning: server odd: 3 tools left out; the log of the service contains the cause\n" +
		"warning: server odder: 1 tool left out; the log of the service contains the cause\n" +
		"warning: another\n"
	if !strings.HasSuffix(out.String(), want) {
		t.Errorf("got\n%s\nwant an end of\n%s", &out, want)
	}
}
