package validate_test

import (
	"testing"

	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	resourcev1 "github.com/coderef-system/coderefd/gen/coderef/resource/v1"
	"github.com/coderef-system/coderefd/interceptors/validate"
)

// A missing field is reported as required, with the possible values.
func TestMissingFields(t *testing.T) {
	validator, err := validate.NewValidator()
	if err != nil {
		t.Fatal(err)
	}
	check := validate.UnaryServerInterceptor(validate.Options{Validator: validator})
	for want, req := range map[string]proto.Message{
		"field project_path is required": &codeintelv1.ScanRequest{},
		"field query_type is required: one of QUERY_TYPE_CALLS, QUERY_TYPE_CALLS_ME, QUERY_TYPE_IMPORTS, " +
			"QUERY_TYPE_IMPORTS_ME, QUERY_TYPE_DEPENDS_ON, QUERY_TYPE_DEPENDS_ON_ME": &codeintelv1.QueryRequest{
			ProjectPath: "/p",
			Target:      "f",
		},
		"field subject is required: set target or diff or revisions": &codeintelv1.AnalyzeImpactRequest{ProjectPath: "/p"},
		"field read.resource is required: set uri or uri_template": &resourcev1.StreamResourceRequest{
			Read: &resourcev1.GetResourceRequest{},
		},
		"field read is required": &resourcev1.StreamResourceRequest{},
		"field max_depth must be greater than or equal to 0 and less than or equal to 10": &codeintelv1.QueryRequest{
			ProjectPath: "/p", Target: "f", QueryType: codeintelv1.QueryType_QUERY_TYPE_CALLS, MaxDepth: 11,
		},
	} {
		_, err := check(t.Context(), req, nil, nil)
		if got := status.Convert(err).Message(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
