package app_test

import (
	"bytes"
	"context"
	"testing"

	"google.golang.org/grpc/codes"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"

	"github.com/coderef-system/coderefd/client"
	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	resourcev1 "github.com/coderef-system/coderefd/gen/coderef/resource/v1"
	"github.com/coderef-system/coderefd/internal/app/apptest"
)

func TestReadResource(t *testing.T) {
	_, c, _ := start(t)
	for _, read := range []*resourcev1.GetResourceRequest{
		{Resource: &resourcev1.GetResourceRequest_Uri{Uri: "memo:note/a%20b"}},
		{
			Resource:  &resourcev1.GetResourceRequest_UriTemplate{UriTemplate: "memo:note/{name}{?lang}"},
			Arguments: map[string]string{"name": "a b"}, Server: "scripted",
		},
	} {
		got, err := c.ReadResource(patient(t), read)
		if err != nil || len(got.GetContents()) != 1 || got.GetContents()[0].GetText() != "a note of a%20b\n" ||
			got.GetCallInfo().GetServer() != "scripted" {
			t.Errorf(`ReadResource(%v) = %v, error %v, want the text "a note of a%%20b" of server scripted`, read, got, err)
		}
	}
	_, err := c.ReadResource(
		patient(t), &resourcev1.GetResourceRequest{Resource: &resourcev1.GetResourceRequest_Uri{Uri: "memo:nothing"}},
	)
	if reason := client.Reason(err); status.Code(err) != codes.NotFound ||
		reason != commonv1.ErrorReason_ERROR_REASON_RESOURCE_NOT_FOUND {
		t.Errorf("ReadResource(memo:nothing): got error %v, want NotFound with reason RESOURCE_NOT_FOUND", err)
	}
	health, err := healthv1.NewHealthClient(c.Conn()).Check(
		patient(t), &healthv1.HealthCheckRequest{Service: "coderef.resource.v1.ResourceService"},
	)
	if err != nil || health.GetStatus() != healthv1.HealthCheckResponse_SERVING {
		t.Errorf("Check(coderef.resource.v1.ResourceService) = %v, error %v, want SERVING", health, err)
	}
}

// A resource of 20 MB exceeds the limit of a unary response, and arrives completely by the stream.
func TestHugeResource(t *testing.T) {
	_, c, _ := start(t)
	// The race detector checks every byte, also in the child process.
	ctx, cancel := context.WithTimeout(t.Context(), 10*apptest.Patience)
	defer cancel()
	_, err := c.ResourceService().GetResource(ctx, &resourcev1.GetResourceRequest{
		Resource: &resourcev1.GetResourceRequest_Uri{Uri: "memo:huge"},
	})
	info, _ := client.Details(err)
	if status.Code(err) != codes.ResourceExhausted ||
		info.Reason != commonv1.ErrorReason_ERROR_REASON_RESPONSE_TOO_LARGE ||
		info.Metadata["sizeBytes"] != "20000000" {
		t.Errorf(
			"ReadResource(memo:huge): got error %v, %+v, want ResourceExhausted, RESPONSE_TOO_LARGE, sizeBytes 20000000",
			err, info,
		)
	}
	got, err := c.ReadResource(
		ctx, &resourcev1.GetResourceRequest{Resource: &resourcev1.GetResourceRequest_Uri{Uri: "memo:huge"}},
	)
	if err != nil {
		t.Fatal(err)
	}
	if data := got.GetContents()[0].GetBlob(); !bytes.Equal(data, apptest.Huge()) {
		t.Errorf("%d bytes, want %d", len(data), len(apptest.Huge()))
	}
}
