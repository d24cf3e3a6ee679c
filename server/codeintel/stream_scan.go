package codeintel

import (
	"context"
	"errors"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/durationpb"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	"github.com/coderef-system/coderefd/mcpbridge"
	"github.com/coderef-system/coderefd/server/internal/paging"
	"github.com/coderef-system/coderefd/server/internal/stream"
	"github.com/coderef-system/coderefd/server/internal/toolcall"
)

// streamedPageSize is how many elements StreamScan asks for at once: few enough to
// hold in memory, and so many that most projects take one or two pages.
const streamedPageSize = 5000

// StreamScan lists the elements of a project of any size.
func (s *Service) StreamScan(req *codeintelv1.StreamScanRequest, events grpc.ServerStreamingServer[codeintelv1.StreamScanResponse]) error {
	ctx := events.Context()
	scan := &scanStream{service: s, out: stream.NewSender(events), arguments: scanArguments{
		ProjectPath: req.GetScan().GetProjectPath(), Languages: req.GetScan().GetFileExtensions(),
		UseAST: useAST(req.GetScan().GetMode()), Limit: streamedPageSize,
	}}
	defer scan.out.Close() // for a panic below
	err := scan.out.CloseWith(ctx, scan.run(ctx))
	var failure *mcpbridge.Error
	if cause := ctx.Err(); cause != nil && errors.Is(err, cause) && !errors.As(err, &failure) { // while the caller did not read
		failure = toolcall.Ended(scan.call.Server, scan.call.Tool, cause)
		failure.Written, failure.Repeatable = true, true
		return failure
	}
	return err
}

// scanStream is one run of StreamScan.
type scanStream struct {
	service   *Service
	out       *stream.Sender[codeintelv1.StreamScanResponse]
	arguments scanArguments

	call toolcall.Call // for the last page
	sent int           // elements
	info *commonv1.CallInfo
}

// run asks the tool for page after page and sends each before the next.
func (s *scanStream) run(ctx context.Context) error {
	for {
		answer := new(scanResult)
		call, result, err := s.service.runTyped(ctx, s.next(), answer)
		s.call = call
		if err != nil {
			return s.failure(err)
		}
		s.add(toolcall.Info(result))
		var p promises
		page := answer.response(&p, s.info)
		if next := page.GetNextPageToken(); next != "" && (next == s.arguments.Cursor || len(page.GetElements()) == 0) {
			p.fail("next_cursor leads nowhere")
		}
		if p.broken != nil {
			return &malformedResultError{call: call, err: p.broken}
		}
		if err := s.send(ctx, page.GetElements()); err != nil {
			return err
		}
		if page.GetNextPageToken() == "" {
			return s.out.Put(ctx, s.result(page))
		}
		s.arguments.Cursor = page.GetNextPageToken()
	}
}

// next is the call for the next page. Only the first reports progress, which would
// start again with each.
func (s *scanStream) next() typedCall {
	call := typedCall{method: codeintelv1.CodeIntelService_StreamScan_FullMethodName, arguments: s.arguments}
	if s.arguments.Cursor == "" {
		call.onProgress = func(p mcpbridge.Progress) {
			s.out.Offer(&codeintelv1.StreamScanResponse{
				Event: &codeintelv1.StreamScanResponse_Progress{Progress: s.service.Progress(p)},
			})
		}
	}
	return call
}

// failure is the error of the stream for the error of a page. The caller sent no
// page token: a cursor that the tool rejects means that the project changed.
func (s *scanStream) failure(err error) error {
	var token *paging.TokenError
	if errors.As(err, &token) {
		return &paging.ListChangedError{Server: token.Server, Tool: token.Tool}
	}
	return err
}

// add counts a page's call. Nothing else may hold info when it is called.
func (s *scanStream) add(page *commonv1.CallInfo) {
	if before := s.info; before != nil {
		page.QueueDuration = durationpb.New(sum(before.GetQueueDuration(), page.GetQueueDuration()))
		page.ServerDuration = durationpb.New(sum(before.GetServerDuration(), page.GetServerDuration()))
	}
	s.info = page
}

func sum(a, b *durationpb.Duration) time.Duration { return a.AsDuration() + b.AsDuration() }

// send sends elements in messages of a bounded size.
func (s *scanStream) send(ctx context.Context, elements []*codeintelv1.Element) error {
	limits := s.service.Limits
	for len(elements) > 0 {
		n, size := 0, 0
		for ; n < len(elements); n++ {
			more := proto.Size(elements[n]) + paging.ItemOverhead
			if n > 0 && size+more > limits.ChunkBytes-paging.MaxPageOverhead {
				break
			}
			size += more
		}
		event := &codeintelv1.StreamScanResponse{Event: &codeintelv1.StreamScanResponse_Elements{
			Elements: &codeintelv1.ScanElements{Elements: elements[:n:n]},
		}}
		if err := s.service.CheckSize(event, s.call, "use StreamCallTool"); err != nil {
			return err
		}
		if err := s.out.Put(ctx, event); err != nil {
			return err
		}
		s.sent += n
		elements = elements[n:]
	}
	return nil
}

// result is the end of the stream: the last page without what has been sent.
func (s *scanStream) result(last *codeintelv1.ScanResponse) *codeintelv1.StreamScanResponse {
	last.Elements, last.NextPageToken = nil, ""
	last.TotalSize, last.CallInfo = toolcall.Count(s.sent), s.info
	return &codeintelv1.StreamScanResponse{Event: &codeintelv1.StreamScanResponse_Result{Result: last}}
}
