package validate_test

import (
	"context"
	"strings"
	"testing"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
	"github.com/coderef-system/coderefd/interceptors/internal/testserver"
	"github.com/coderef-system/coderefd/interceptors/validate"
)

func TestValidate(t *testing.T) {
	validator, err := validate.NewValidator(new(toolv1.CallToolRequest).ProtoReflect().Descriptor())
	if err != nil {
		t.Fatal(err)
	}
	o := validate.Options{Validator: validator, MaxBytes: 1000}
	tests := map[string]struct {
		tool   string
		code   codes.Code
		reason string
		field  string
	}{
		"good":      {"x", codes.OK, "", ""},
		"missing":   {"", codes.InvalidArgument, "INVALID_REQUEST", "name"},
		"too long":  {strings.Repeat("x", 257), codes.InvalidArgument, "INVALID_REQUEST", "name"},
		"too large": {strings.Repeat("x", 1001), codes.ResourceExhausted, "REQUEST_TOO_LARGE", ""},
	}
	for way, call := range testserver.Calls() {
		for name, test := range tests {
			t.Run(way+"/"+name, func(t *testing.T) {
				ran := false
				service := testserver.Both(func(context.Context, string) error {
					ran = true
					return nil
				})
				client := testserver.Start(
					t, service, validate.UnaryServerInterceptor(o), validate.StreamServerInterceptor(o),
				)
				_, err := call(t.Context(), client, test.tool)
				if status.Code(err) != test.code || testserver.Info(err).GetReason() != test.reason {
					t.Errorf("got error %v with %v, want code %v and reason %q", err, testserver.Info(err), test.code, test.reason)
				}
				field := test.field
				if way == "stream" && field != "" {
					field = "call." + field // the stream's request contains the call in a field
				}
				if got := violated(err); got != field {
					t.Errorf("field %q, want %q", got, field)
				}
				if way == "unary" && ran != (test.code == codes.OK) {
					t.Errorf("got a handler that ran: %t, want %t", ran, test.code == codes.OK)
				}
			})
		}
	}
}

func TestErrorDomain(t *testing.T) {
	validator, err := validate.NewValidator()
	if err != nil {
		t.Fatal(err)
	}
	for domain, want := range testserver.Domains() {
		o := validate.Options{Validator: validator, MaxBytes: 1000, ErrorDomain: domain}
		service := testserver.Both(func(context.Context, string) error { return nil })
		client := testserver.Start(t, service, validate.UnaryServerInterceptor(o), validate.StreamServerInterceptor(o))
		for way, call := range testserver.Calls() {
			for _, tool := range []string{"", strings.Repeat("x", 1001)} { // invalid, too large
				_, err := call(t.Context(), client, tool)
				if got := testserver.Info(err).GetDomain(); got != want {
					t.Errorf("%s: domain %q gives %q, want %q: %v", way, domain, got, want, err)
				}
			}
		}
	}
}

func violated(err error) string {
	for _, detail := range status.Convert(err).Details() {
		if bad, ok := detail.(*errdetails.BadRequest); ok {
			return bad.GetFieldViolations()[0].GetField()
		}
	}
	return ""
}
