package client_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"github.com/coderef-system/coderefd/client"
	adminv1 "github.com/coderef-system/coderefd/gen/coderef/admin/v1"
	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	resourcev1 "github.com/coderef-system/coderefd/gen/coderef/resource/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
)

// services are the descriptors of our services.
func services() []protoreflect.ServiceDescriptor {
	var all []protoreflect.ServiceDescriptor
	for _, file := range []protoreflect.FileDescriptor{
		toolv1.File_coderef_tool_v1_tool_service_proto,
		resourcev1.File_coderef_resource_v1_resource_service_proto,
		codeintelv1.File_coderef_codeintel_v1_codeintel_service_proto,
		adminv1.File_coderef_admin_v1_admin_service_proto,
	} {
		all = append(all, file.Services().Get(0))
	}
	return all
}

// methods maps the bare names of the methods of our services to descriptors.
func methods() map[string]protoreflect.MethodDescriptor {
	all := map[string]protoreflect.MethodDescriptor{}
	for _, service := range services() {
		for i := range service.Methods().Len() {
			method := service.Methods().Get(i)
			all[string(method.Name())] = method
		}
	}
	return all
}

// anyPage returns a response of the method with one item in each list of messages.
func anyPage(method protoreflect.MethodDescriptor, nextToken string) (proto.Message, error) {
	kind, err := protoregistry.GlobalTypes.FindMessageByName(method.Output().FullName())
	if err != nil {
		return nil, err
	}
	page := kind.New()
	fields := page.Descriptor().Fields()
	for i := range fields.Len() {
		if field := fields.Get(i); field.IsList() && field.Kind() == protoreflect.MessageKind {
			list := page.Mutable(field).List()
			list.Append(list.NewElement())
		}
	}
	page.Set(fields.ByName("next_page_token"), protoreflect.ValueOfString(nextToken))
	return page.Interface(), nil
}

// walk iterates over a list. It returns the number of items and the last page.
func walk[R interface {
	proto.Message
	GetNextPageToken() string
}, T any](list *client.List[R, T]) (items int, last proto.Message, err error) {
	for _, err := range list.All() {
		if err != nil {
			return items, list.Page(), err
		}
		items++
	}
	return items, list.Page(), nil
}

// Every paged RPC of the contract has a list, which passes page tokens on.
func TestLists(t *testing.T) {
	type outcome struct {
		items int
		last  proto.Message
		err   error
	}
	done := func(items int, last proto.Message, err error) outcome { return outcome{items, last, err} }
	lists := map[string]func(ctx context.Context, c *client.Client) outcome{
		"ListTools": func(ctx context.Context, c *client.Client) outcome { return done(walk(c.ListTools(ctx, nil))) },
		"ListServers": func(ctx context.Context, c *client.Client) outcome {
			return done(walk(c.ListServers(ctx, nil)))
		},
		"ListResources": func(ctx context.Context, c *client.Client) outcome {
			return done(walk(c.ListResources(ctx, nil)))
		},
		"ListResourceTemplates": func(ctx context.Context, c *client.Client) outcome {
			return done(walk(c.ListResourceTemplates(ctx, nil)))
		},
		"Scan":  func(ctx context.Context, c *client.Client) outcome { return done(walk(c.Scan(ctx, nil))) },
		"Query": func(ctx context.Context, c *client.Client) outcome { return done(walk(c.Query(ctx, nil))) },
		"AnalyzeImpact": func(ctx context.Context, c *client.Client) outcome {
			return done(walk(c.AnalyzeImpact(ctx, nil)))
		},
		"MeasureComplexity": func(ctx context.Context, c *client.Client) outcome {
			return done(walk(c.MeasureComplexity(ctx, nil)))
		},
		"FindPatterns": func(ctx context.Context, c *client.Client) outcome {
			return done(walk(c.FindPatterns(ctx, nil)))
		},
		"ReportCoverage": func(ctx context.Context, c *client.Client) outcome {
			return done(walk(c.ReportCoverage(ctx, nil)))
		},
		"Validate":    func(ctx context.Context, c *client.Client) outcome { return done(walk(c.Validate(ctx, nil))) },
		"DetectDrift": func(ctx context.Context, c *client.Client) outcome { return done(walk(c.DetectDrift(ctx, nil))) },
		"Tag":         func(ctx context.Context, c *client.Client) outcome { return done(walk(c.Tag(ctx, nil))) },
	}
	all := methods()
	for name, method := range all {
		paged := method.Input().Fields().ByName("page_token") != nil
		if _, ok := lists[name]; ok != paged {
			t.Errorf("%s: got a list method %t, want %t", name, ok, paged)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(lists)) {
		t.Run(name, func(t *testing.T) {
			var requests []string
			f := &fake{unary: func(_ context.Context, attempt int, method string, req any) (any, error) {
				sizes := req.(interface{ GetPageSize() int32 }).GetPageSize()
				token := req.(interface{ GetPageToken() string }).GetPageToken()
				requests = append(requests, fmt.Sprintf("%s %d %q", method, sizes, token))
				return anyPage(all[method], strings.Repeat("x", 2-attempt))
			}}
			got := lists[name](soon(t), serve(t, f))
			want := []string{name + ` 1000 ""`, name + ` 1000 "x"`}
			if diff := cmp.Diff(want, requests); diff != "" {
				t.Errorf("requests (-want +got):\n%s", diff)
			}
			if got.err != nil || got.items != 2 {
				t.Errorf("got %d items and error %v, want 2 and nil", got.items, got.err)
			}
			if page := got.last.ProtoReflect().Descriptor().FullName(); page != all[name].Output().FullName() {
				t.Errorf("the last page is a %s, want %s", page, all[name].Output().FullName())
			}
		})
	}
}

// relations serves Query: a page for each entry, whose items have these ids. A nil
// entry fails with LIST_CHANGED.
func relations(pages ...[]string) *fake {
	return &fake{unary: func(_ context.Context, attempt int, _ string, _ any) (any, error) {
		if pages[attempt-1] == nil {
			return nil, failure(codes.Aborted, "LIST_CHANGED", nil)
		}
		resp := &codeintelv1.QueryResponse{
			Target: &codeintelv1.Element{Id: "target"},
			Analysis: &codeintelv1.Analysis{
				Warnings: []*codeintelv1.Warning{{Message: fmt.Sprintf("page %d", attempt)}},
			},
		}
		for _, id := range pages[attempt-1] {
			resp.Relations = append(resp.Relations, &codeintelv1.Relation{ToId: id})
		}
		if attempt < len(pages) {
			resp.NextPageToken = "next"
		}
		return resp, nil
	}}
}

// Page is the response that holds the current item, and stays after the end.
func TestListPage(t *testing.T) {
	list := serve(t, relations([]string{"a", "b"}, []string{}, []string{"c"})).Query(soon(t), nil)
	if got := list.Page().GetAnalysis(); got != nil {
		t.Errorf("before the first page: got %v, want nil", got)
	}
	var got []string
	for relation, err := range list.All() {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, relation.GetToId()+" on "+list.Page().GetAnalysis().GetWarnings()[0].GetMessage())
	}
	if diff := cmp.Diff([]string{"a on page 1", "b on page 1", "c on page 3"}, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if got := list.Page().GetTarget().GetId(); got != "target" {
		t.Errorf("after the end: got target %q, want target", got)
	}
}

func TestListPages(t *testing.T) {
	list := serve(t, relations([]string{"a", "b"}, []string{"c"})).Query(soon(t), nil)
	var got []int
	for page, err := range list.Pages() {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, len(page.GetRelations()))
	}
	if diff := cmp.Diff([]int{2, 1}, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// The request is not changed; its page size and token are used.
func TestListRequest(t *testing.T) {
	var got *codeintelv1.QueryRequest
	f := &fake{unary: func(_ context.Context, _ int, _ string, req any) (any, error) {
		got = req.(*codeintelv1.QueryRequest)
		return &codeintelv1.QueryResponse{}, nil
	}}
	req := &codeintelv1.QueryRequest{ProjectPath: "/p", PageSize: 7, PageToken: "from here"}
	want := proto.CloneOf(req)
	list := serve(t, f).Query(soon(t), req)
	if !proto.Equal(req, want) {
		t.Errorf("the list changed its request: got %v, want %v", req, want)
	}
	req.ProjectPath = "changed later"
	if _, err := list.Collect(); err != nil {
		t.Fatal(err)
	}
	if !proto.Equal(got, want) {
		t.Errorf("sent %v, want %v", got, want)
	}
}

// A list that changes between two pages ends the iteration with the reason.
func TestListChanged(t *testing.T) {
	list := serve(t, relations([]string{"a"}, nil)).Query(soon(t), nil)
	var got []string
	for relation, err := range list.All() {
		got = append(got, relation.GetToId()+" "+client.Reason(err).String())
	}
	want := []string{
		"a " + commonv1.ErrorReason_ERROR_REASON_UNSPECIFIED.String(),
		" " + commonv1.ErrorReason_ERROR_REASON_LIST_CHANGED.String(),
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if got := list.Page().GetAnalysis().GetWarnings(); len(got) != 1 {
		t.Errorf("Page() after the end: got warnings %v, want the one of the last page", got)
	}
}

// Collect begins again, and gives up in the end.
func TestCollectChanged(t *testing.T) {
	f := relations([]string{"old"}, nil, []string{"a"}, []string{"b"})
	items, err := serve(t, f).Query(soon(t), nil).Collect()
	if err != nil || len(items) != 2 || items[0].GetToId() != "a" {
		t.Errorf("got %v and error %v, want a and b", items, err)
	}
	always := relations([]string{"a"}, nil, []string{"a"}, nil, []string{"a"}, nil, []string{"a"}, nil)
	items, err = serve(t, always).Query(soon(t), nil).Collect()
	if client.Reason(err) != commonv1.ErrorReason_ERROR_REASON_LIST_CHANGED || items != nil || always.count() != 8 {
		t.Errorf("got %v and error %v after %d requests, want LIST_CHANGED after 8", items, err, always.count())
	}
	outdated := relations(nil)
	_, err = serve(t, outdated).Query(soon(t), &codeintelv1.QueryRequest{PageToken: "old"}).Collect()
	if client.Reason(err) != commonv1.ErrorReason_ERROR_REASON_LIST_CHANGED || outdated.count() != 1 {
		t.Errorf("got error %v after %d requests, want LIST_CHANGED after 1", err, outdated.count())
	}
}

// Leaving the loop requests no further page.
func TestListBreak(t *testing.T) {
	f := relations([]string{"a", "b"}, []string{"c"})
	for _, err := range serve(t, f).Query(soon(t), nil).All() {
		if err != nil {
			t.Fatal(err)
		}
		break
	}
	if got := f.count(); got != 1 {
		t.Errorf("got %d requests, want 1", got)
	}
}

// Call options reach each request.
func TestListOptions(t *testing.T) {
	finished := 0
	option := grpc.OnFinish(func(error) { finished++ })
	if _, err := serve(t, relations([]string{"a"}, []string{"b"})).Query(soon(t), nil, option).Collect(); err != nil {
		t.Fatal(err)
	}
	if finished != 2 {
		t.Errorf("the option was applied to %d requests, want 2", finished)
	}
}
