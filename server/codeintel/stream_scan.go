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

// streamedPageSize is the number of elements that StreamScan requests per page: small enough to hold in
// memory, and large enough that most projects need one or two pages.
const streamedPageSize = 5000

// StreamScan lists the elements of a project of any size.
func (s *Service) StreamScan(
	req *codeintelv1.StreamScanRequest, events grpc.ServerStreamingServer[codeintelv1.StreamScanResponse],
) error {
	ctx := events.Context()
	scan := &scanStream{service: s, out: stream.NewSender(events), arguments: scanArguments{
		ProjectPath: req.GetScan().GetProjectPath(), Languages: req.GetScan().GetFileExtensions(),
		UseAST: useAST(req.GetScan().GetMode()), Limit: streamedPageSize,
	}}
	defer scan.out.Close() // in case of a panic below
	err := scan.out.CloseWith(ctx, scan.run(ctx))
	var failure *mcpbridge.Error
	cause := ctx.Err()
	if cause != nil && errors.Is(err, cause) && !errors.As(err, &failure) { // the caller did not read
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

	call toolcall.Call // the call for the last page
	sent int           // number of elements sent
	info *commonv1.CallInfo
}

// run requests one page after the other and sends each before it requests the next.
func (s *scanStream) run(ctx context.Context) error {
	for {
		scanned := new(scanResult)
		call, result, err := s.service.runTyped(ctx, s.next(), scanned)
		s.call = call
		if err != nil {
			return s.failure(err)
		}
		s.add(toolcall.Info(result))
		var p contractCheck
		page := scanned.response(&p, s.info)
		if next := page.GetNextPageToken(); next != "" && (next == s.arguments.Cursor || len(page.GetElements()) == 0) {
			p.fail("next_cursor does not advance")
		}
		if p.violation != nil {
			return &malformedResultError{call: call, err: p.violation}
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

// next returns the call for the next page. Only the first page reports progress, because progress restarts
// with each page.
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

// failure converts the error of a page to the error of the stream. The caller sent no page token, so a cursor
// that the tool rejects means that the project changed.
func (s *scanStream) failure(err error) error {
	var token *paging.TokenError
	if errors.As(err, &token) {
		return &paging.ListChangedError{Server: token.Server, Tool: token.Tool}
	}
	return err
}

// add stores the facts about a page's call and adds the durations of the earlier pages to them. It modifies
// page, so no message that was sent may contain it.
func (s *scanStream) add(page *commonv1.CallInfo) {
	if before := s.info; before != nil {
		page.QueueDuration = durationpb.New(sum(before.GetQueueDuration(), page.GetQueueDuration()))
		page.ServerDuration = durationpb.New(sum(before.GetServerDuration(), page.GetServerDuration()))
	}
	s.info = page
}

func sum(a, b *durationpb.Duration) time.Duration { return a.AsDuration() + b.AsDuration() }

// send sends elements in messages of bounded size.
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

// result returns the last message of the stream: the last page without the elements that were already sent.
func (s *scanStream) result(last *codeintelv1.ScanResponse) *codeintelv1.StreamScanResponse {
	last.Elements, last.NextPageToken = nil, ""
	last.TotalSize, last.CallInfo = toolcall.Count(s.sent), s.info
	return &codeintelv1.StreamScanResponse{Event: &codeintelv1.StreamScanResponse_Result{Result: last}}
}
