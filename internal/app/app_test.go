package app_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	reflectionv1 "google.golang.org/grpc/reflection/grpc_reflection_v1"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"github.com/coderef-system/coderefd/client"
	adminv1 "github.com/coderef-system/coderefd/gen/coderef/admin/v1"
	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	resourcev1 "github.com/coderef-system/coderefd/gen/coderef/resource/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
	"github.com/coderef-system/coderefd/internal/app/apptest"
	"github.com/coderef-system/coderefd/internal/config"
	"github.com/coderef-system/coderefd/internal/method"
)

func TestCall(t *testing.T) {
	_, c, _ := start(t)
	result, err := c.Call(
		patient(t), client.Call{Tool: "echo", Arguments: []byte(`{"text":"hi","count":9007199254740993}`)},
	)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"content":[{"text":"{\"text\":\"hi\",\"count\":9007199254740993}","type":"text"}],"isError":false}`
	if string(result.JSON) != want || result.Info.GetServer() != "scripted" {
		t.Errorf("result %s of %v, want %s", result.JSON, result.Info, want)
	}
}

// A second service starts after the first one was closed, and neither leaves resources open. TestMain checks
// for leaked goroutines.
func TestNothingOutlivesClose(t *testing.T) {
	once := func() {
		cfg := apptest.Config(apptest.Server(t, "scripted"))
		cfg.AdminListen = "127.0.0.1:0"
		a, stop := apptest.Start(t, cfg)
		c, err := client.Dial(a.Addr())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Call(patient(t), client.Call{Tool: "echo"}); err != nil {
			t.Error(err)
		}
		if err := c.Close(); err != nil {
			t.Error(err)
		}
		if err := stop(); err != nil {
			t.Error(err)
		}
	}
	once() // opens the descriptors that the runtime keeps
	before := descriptors(t)
	once()
	if after := descriptors(t); after > before {
		t.Errorf("got %d open descriptors, want at most %d as before", after, before)
	}
}

func TestReflection(t *testing.T) {
	_, c, _ := start(t)
	names := servedServices(t, c)
	for _, want := range []string{
		toolv1.ToolService_ServiceDesc.ServiceName, resourcev1.ResourceService_ServiceDesc.ServiceName,
		adminv1.AdminService_ServiceDesc.ServiceName,
		codeintelv1.CodeIntelService_ServiceDesc.ServiceName, healthv1.Health_ServiceDesc.ServiceName,
		"grpc.reflection.v1.ServerReflection", "grpc.reflection.v1alpha.ServerReflection",
	} {
		if !slices.Contains(names, want) {
			t.Errorf("got %v, want %s among them", names, want)
		}
	}
}

// Every method that is served has a row in the method table. A method without a row gets the strictest
// policy.
func TestEveryMethodHasARow(t *testing.T) {
	_, c, _ := start(t)
	table := method.Read()
	for _, name := range servedServices(t, c) {
		service, err := protoregistry.GlobalFiles.FindDescriptorByName(protoreflect.FullName(name))
		if err != nil {
			t.Fatal(err)
		}
		methods := service.(protoreflect.ServiceDescriptor).Methods()
		for i := range methods.Len() {
			if full := "/" + name + "/" + string(methods.Get(i).Name()); !table.Of(full).Known() {
				t.Errorf("internal/method: got no row for %s, want one", full)
			}
		}
	}
}

// servedServices returns the names of the services, as reported by reflection.
func servedServices(t *testing.T, c *client.Client) []string {
	t.Helper()
	stream, err := reflectionv1.NewServerReflectionClient(c.Conn()).ServerReflectionInfo(patient(t))
	if err != nil {
		t.Fatal(err)
	}
	err = stream.Send(&reflectionv1.ServerReflectionRequest{
		MessageRequest: &reflectionv1.ServerReflectionRequest_ListServices{},
	})
	if err != nil {
		t.Fatal(err)
	}
	response, err := stream.Recv()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, s := range response.GetListServicesResponse().GetService() {
		names = append(names, s.GetName())
	}
	return names
}

func TestRequestLimit(t *testing.T) {
	_, c, _ := start(t)
	arguments := []byte(`{"text":"` + strings.Repeat("x", config.RequestBytes) + `"}`)
	_, err := c.Call(patient(t), client.Call{Tool: "echo", Arguments: arguments})
	reason := client.Reason(err)
	if status.Code(err) != codes.ResourceExhausted || reason != commonv1.ErrorReason_ERROR_REASON_REQUEST_TOO_LARGE {
		t.Errorf("error %v, want REQUEST_TOO_LARGE", err)
	}
}

// A result that exceeds the limit of a unary response arrives completely by the stream.
func TestLargeResult(t *testing.T) {
	_, c, _ := start(t)
	const size = config.ResponseBytes + 1
	result, err := c.Call(patient(t), client.Call{Tool: "big", Arguments: []byte(`{"bytes":4194305}`)})
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(result.JSON), "x"); n < size {
		t.Errorf("got %d bytes, want at least %d", n, size)
	}
	_, err = c.ToolService().CallTool(patient(t), &toolv1.CallToolRequest{
		Name: "big", Args: &toolv1.CallToolRequest_ArgumentsJson{ArgumentsJson: []byte(`{"bytes":4194305}`)},
	})
	reason := client.Reason(err)
	if status.Code(err) != codes.ResourceExhausted || reason != commonv1.ErrorReason_ERROR_REASON_RESPONSE_TOO_LARGE {
		t.Errorf("error %v, want RESPONSE_TOO_LARGE", err)
	}
}

// Child processes get a clean environment with only the configured variables.
func TestChildEnvironment(t *testing.T) {
	t.Setenv("CODEREFD_TEST_SECRET", "hidden")
	t.Setenv("CODEREFD_TEST_WANTED", "passed")
	_, c, _ := start(t, func(cfg *config.Config) { cfg.Servers[0].InheritEnv = []string{"CODEREFD_TEST_WANTED"} })
	result, err := c.Call(patient(t), client.Call{Tool: "environment"})
	if err != nil {
		t.Fatal(err)
	}
	if text := string(result.JSON); strings.Contains(text, "hidden") || !strings.Contains(text, "passed") {
		t.Errorf("got environment %s, want passed and not hidden", text)
	}
}

// Every revision that is reported to clients can be pinned.
func TestProtocolVersions(t *testing.T) {
	cfg := apptest.Config()
	for _, version := range config.ProtocolVersions() {
		s := apptest.Server(t, version)
		s.ProtocolVersion = version
		cfg.Servers = append(cfg.Servers, s)
	}
	a, _ := apptest.Start(t, cfg)
	c := dial(t, a.Addr())
	response, err := c.AdminService().GetCapabilities(patient(t), &adminv1.GetCapabilitiesRequest{})
	if err != nil {
		t.Fatal(err)
	}
	if got := response.GetProtocolVersions(); !slices.Equal(got, config.ProtocolVersions()) {
		t.Errorf("got protocol versions %v, want %v", got, config.ProtocolVersions())
	}
}

// Without coderef-mcp the service runs, reports that, and serves the other servers.
func TestWithoutCodeIntel(t *testing.T) {
	cfg, err := config.Load(config.Inputs{Environ: []string{"PATH="}})
	if err != nil {
		t.Fatal(err)
	}
	mine := apptest.Config()
	cfg.Listen, cfg.AdminListen, cfg.Log.Level = mine.Listen, mine.AdminListen, mine.Log.Level
	// On a slow machine it must not be parked before the first call.
	cfg.Servers[0].Restart.Initial, cfg.Servers[0].Restart.Max = time.Hour, time.Hour
	cfg.Servers = append(cfg.Servers, apptest.Server(t, "scripted"))
	a, _ := apptest.Start(t, cfg)
	c := dial(t, a.Addr())

	if _, err := c.Call(patient(t), client.Call{Server: "scripted", Tool: "echo"}); err != nil {
		t.Errorf("got error %v from the other server, want none", err)
	}
	st, err := c.AdminService().GetStatus(patient(t), &adminv1.GetStatusRequest{})
	if err != nil || len(st.GetWarnings()) == 0 || !strings.Contains(st.GetWarnings()[0].GetMessage(), "coderef-mcp") {
		t.Errorf("got warnings %v and error %v, want one about coderef-mcp", st.GetWarnings(), err)
	}
	_, err = c.CodeIntelService().Scan(patient(t), &codeintelv1.ScanRequest{ProjectPath: "/"})
	if reason := client.Reason(err); reason != commonv1.ErrorReason_ERROR_REASON_SERVER_START_FAILED {
		t.Errorf("got error %v from Scan, want SERVER_START_FAILED", err)
	}
	health := healthv1.NewHealthClient(c.Conn())
	for name, want := range map[string]healthv1.HealthCheckResponse_ServingStatus{
		"":                                      healthv1.HealthCheckResponse_SERVING,
		"coderef.tool.v1.ToolService":           healthv1.HealthCheckResponse_SERVING,
		"coderef.codeintel.v1.CodeIntelService": healthv1.HealthCheckResponse_NOT_SERVING,
		"mcp.server/scripted":                   healthv1.HealthCheckResponse_SERVING,
	} {
		response, err := health.Check(patient(t), &healthv1.HealthCheckRequest{Service: name})
		if err != nil || response.GetStatus() != want {
			t.Errorf("health of %q: %v, %v, want %v", name, response.GetStatus(), err, want)
		}
	}
}
