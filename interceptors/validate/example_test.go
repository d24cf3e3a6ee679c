package validate_test

import (
	"context"
	"fmt"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/status"

	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
	"github.com/coderef-system/coderefd/interceptors/internal/testserver"
	"github.com/coderef-system/coderefd/interceptors/validate"
)

// The rules are in the .proto file: CallToolRequest.name has at least one character. A request that
// violates them does not reach the handler, and the status names each field.
func Example() {
	validator, err := validate.NewValidator((&toolv1.CallToolRequest{}).ProtoReflect().Descriptor())
	if err != nil {
		fmt.Println(err)
		return
	}
	o := validate.Options{Validator: validator, MaxBytes: 1 << 20, ErrorDomain: "shop.example.com"}
	server := grpc.NewServer(
		grpc.ChainUnaryInterceptor(validate.UnaryServerInterceptor(o)),
		grpc.ChainStreamInterceptor(validate.StreamServerInterceptor(o)),
	)
	toolv1.RegisterToolServiceServer(server, toolv1.UnimplementedToolServiceServer{})
	conn, stop := testserver.Connect(server) // serves in memory and dials
	defer stop()

	_, err = toolv1.NewToolServiceClient(conn).CallTool(context.Background(), &toolv1.CallToolRequest{})
	fmt.Println(status.Code(err))
	for _, detail := range status.Convert(err).Details() {
		switch d := detail.(type) {
		case *errdetails.ErrorInfo:
			fmt.Println(d.GetReason(), d.GetDomain())
		case *errdetails.BadRequest:
			for _, v := range d.GetFieldViolations() {
				fmt.Println(v.GetField(), v.GetReason())
			}
		}
	}
	// Output:
	// InvalidArgument
	// INVALID_REQUEST shop.example.com
	// name string.min_bytes
}
