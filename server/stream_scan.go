package server

import (
	"context"
	"errors"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/durationpb"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
	"github.com/coderef-system/coderefd/mcpbridge"
)

// streamedPageSize is how many elements StreamScan asks for at once: few enough to
// hold in memory, and so many that most projects take one or two pages.
const streamedPageSize = 5000

// StreamScan lists the elements of a project of any size.
func (s *codeIntelService) StreamScan(req *codeintelv1.StreamScanRequest, stream grpc.ServerStreamingServer[codeintelv1.StreamScanResponse]) error {
	ctx := stream.Context()
	scan := &scanStream{service: s, out: newSender(stream), arguments: scanArguments{
		ProjectPath: req.GetProjectPath(), Languages: req.GetLanguages(), UseAST: req.UseAst, Limit: streamedPageSize,
	}}
	defer scan.out.close() // for a panic below
	err := scan.out.closeWith(ctx, scan.run(ctx))
	var failure *mcpbridge.Error
	if cause := ctx.Err(); cause != nil && errors.Is(err, cause) && !errors.As(err, &failure) { // while the caller did not read
		failure = ended(scan.info.GetServer(), scanTool, cause)
		failure.Written, failure.Repeatable = true, true
		return failure
	}
	return err
}

// scanStream is one run of StreamScan.
type scanStream struct {
	service   *codeIntelService
	out       *sender[codeintelv1.StreamScanResponse]
	arguments scanArguments

	sent int // elements
	info *toolv1.CallInfo
}

// run asks the tool for page after page and sends each before the next.
func (s *scanStream) run(ctx context.Context) error {
	for {
		answer := new(scanAnswer)
		result, err := s.service.runTyped(ctx, s.call(), answer)
		if err != nil {
			return s.failure(err)
		}
		s.add(callInfo(result))
		var p promises
		page := answer.response(&p, s.info)
		if next := page.GetNextPageToken(); next != "" && (next == s.arguments.Cursor || len(page.GetElements()) == 0) {
			p.fail("next_cursor leads nowhere")
		}
		if p.broken != nil {
			return &malformedResultError{server: result.Server, tool: scanTool, err: p.broken}
		}
		if err := s.send(ctx, page.GetElements()); err != nil {
			return err
		}
		if page.GetNextPageToken() == "" {
			return s.out.put(ctx, s.summary(page))
		}
		s.arguments.Cursor = page.GetNextPageToken()
	}
}

// call is the next one. Progress is told of the first only: it would begin anew.
func (s *scanStream) call() typedCall {
	call := typedCall{tool: scanTool, arguments: s.arguments}
	if s.arguments.Cursor == "" {
		call.onProgress = func(p mcpbridge.Progress) {
			s.out.offer(&codeintelv1.StreamScanResponse{
				Event: &codeintelv1.StreamScanResponse_Progress{Progress: s.service.progressMessage(p)},
			})
		}
	}
	return call
}

// failure is what a failed page means for the stream. The tool's own cursors are
// good until the project changes.
func (s *scanStream) failure(err error) error {
	var no *toolError
	if s.arguments.Cursor != "" && errors.As(err, &no) && no.code == toolInvalidCursor {
		return &projectChangedError{server: no.server, tool: no.tool}
	}
	return err
}

// add counts a page's call. Nothing else may hold info when it is called.
func (s *scanStream) add(page *toolv1.CallInfo) {
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
			more := proto.Size(elements[n]) + itemOverhead
			if n > 0 && size+more > limits.ChunkBytes-maxPageOverhead {
				break
			}
			size += more
		}
		event := &codeintelv1.StreamScanResponse{Event: &codeintelv1.StreamScanResponse_Elements{
			Elements: &codeintelv1.ScanElements{Elements: elements[:n:n]},
		}}
		if err := s.service.checkSize(event, s.info.GetServer(), scanTool, "use StreamCallTool"); err != nil {
			return err
		}
		if err := s.out.put(ctx, event); err != nil {
			return err
		}
		s.sent += n
		elements = elements[n:]
	}
	return nil
}

// summary is the end. All pages tell the same of the scan as a whole.
func (s *scanStream) summary(last *codeintelv1.ScanResponse) *codeintelv1.StreamScanResponse {
	return &codeintelv1.StreamScanResponse{Event: &codeintelv1.StreamScanResponse_Summary{Summary: &codeintelv1.ScanSummary{
		TotalSize:            count(s.sent),
		Mode:                 last.GetMode(),
		Precision:            last.GetPrecision(),
		FileCount:            last.GetFileCount(),
		SkippedFiles:         last.GetSkippedFiles(),
		SkippedFileCount:     last.GetSkippedFileCount(),
		UnsupportedLanguages: last.GetUnsupportedLanguages(),
		Call:                 s.info,
		Warnings:             last.GetWarnings(),
	}}}
}
