package e2e_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	adminv1 "github.com/coderef-system/coderefd/gen/coderef/admin/v1"
	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	resourcev1 "github.com/coderef-system/coderefd/gen/coderef/resource/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
)

// misbehaving is a service with a server whose tools misbehave, and a server whose program does not exist.
type misbehaving struct {
	*service

	marks *marks
}

func startMisbehaving(t *testing.T) *misbehaving {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	m := newMarks(t)
	config, err := json.Marshal(map[string]any{
		"deadlines": map[string]any{"reserve": "1s"}, // see startHangingAs
		"servers": map[string]any{
			"misbehaves": map[string]any{
				"command": self, "env": map[string]string{childVariable: m.folder}, "max_in_flight": 1, "max_queue": 1,
			},
			"missing": map[string]any{"command": "no-such-program"},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "coderefd.yaml")
	writeFile(t, file, string(config))
	s := start(t, "--config", file)
	s.awaitHealth(t, "mcp.server/misbehaves")
	await(t, "the missing program to be parked", func() bool {
		return s.server(t, "missing").GetState() == adminv1.ServerState_SERVER_STATE_PARKED
	})
	return &misbehaving{service: s, marks: m}
}

func (s *service) server(t *testing.T, name string) *adminv1.Server {
	t.Helper()
	response, err := s.Admin().GetServer(soon(t), &adminv1.GetServerRequest{Name: name})
	if err != nil {
		t.Fatal(err)
	}
	return response.GetServer()
}

func (s *service) callTool(name, server, arguments string) func(context.Context) error {
	return func(ctx context.Context) error {
		_, err := s.Tools().CallTool(ctx, &toolv1.CallToolRequest{
			Name: name, Server: server, Args: &toolv1.CallToolRequest_ArgumentsJson{ArgumentsJson: []byte(arguments)},
		})
		return err
	}
}

func (s *service) scan(req *codeintelv1.ScanRequest) func(context.Context) error {
	return func(ctx context.Context) error {
		_, err := s.CodeIntel().Scan(ctx, req)
		return err
	}
}

func (s *service) query(project, target string) func(context.Context) error {
	return func(ctx context.Context) error {
		_, err := s.CodeIntel().Query(ctx, &codeintelv1.QueryRequest{
			ProjectPath: project, QueryType: codeintelv1.QueryType_QUERY_TYPE_CALLS_ME, Target: target,
		})
		return err
	}
}

func (s *service) read(req *resourcev1.GetResourceRequest) func(context.Context) error {
	return func(ctx context.Context) error {
		_, err := resourcev1.NewResourceServiceClient(s.Conn).GetResource(ctx, req)
		return err
	}
}

// changedScan requests the second page of a project that changed after the first.
func (s *misbehaving) changedScan(ctx context.Context) error {
	project, err := os.MkdirTemp(s.marks.folder, "project-")
	if err != nil {
		return err
	}
	var first *codeintelv1.ScanResponse
	for _, name := range []string{"a.ts", "b.ts", "c.ts"} {
		if name == "c.ts" {
			first, err = s.CodeIntel().Scan(ctx, &codeintelv1.ScanRequest{ProjectPath: project, PageSize: 1})
			if err != nil {
				return err
			}
		}
		if err := os.WriteFile(filepath.Join(project, name), []byte("export function f() {}\n"), 0o600); err != nil {
			return err
		}
	}
	return s.scan(&codeintelv1.ScanRequest{ProjectPath: project, PageSize: 1, PageToken: first.GetNextPageToken()})(ctx)
}

// large returns a project whose elements exceed a response.
func (s *misbehaving) large(t *testing.T) string {
	t.Helper()
	project := t.TempDir()
	element := "/** " + strings.Repeat("x", 4<<10) + " */\nexport function f() {}\n"
	for _, name := range []string{"a.ts", "b.ts", "c.ts", "d.ts", "e.ts"} {
		var text strings.Builder
		for range 256 { // 1 MiB of comments in total
			text.WriteString("export namespace n { " + element + "}\n")
		}
		writeFile(t, filepath.Join(project, name), text.String())
	}
	return project
}

// overload fills the server and its queue, and calls once more.
func (s *misbehaving) overload(ctx context.Context, t *testing.T) error {
	t.Helper()
	ctx, leave := context.WithCancel(ctx)
	defer leave() // cancels the calls below
	s.marks.forgetCalls(t)
	call := s.callTool("hang", "misbehaves", `{}`)
	go func() { _ = call(ctx) }()
	awaitLine(t, s.marks.called)
	go func() { _ = call(ctx) }()
	await(t, "the second call to be queued", func() bool {
		return s.server(t, "misbehaves").GetInstances()[0].GetQueuedCount() == 1
	})
	return call(ctx)
}
