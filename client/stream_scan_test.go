package client_test

import (
	"errors"
	"io"
	"testing"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
)

// Events of StreamScan.

func scanProgress() *codeintelv1.StreamScanResponse {
	return &codeintelv1.StreamScanResponse{Event: &codeintelv1.StreamScanResponse_Progress{
		Progress: &commonv1.ProgressEvent{Message: "progress"},
	}}
}

func elements(ids ...string) *codeintelv1.StreamScanResponse {
	all := &codeintelv1.ScanElements{}
	for _, id := range ids {
		all.Elements = append(all.Elements, &codeintelv1.Element{Id: id})
	}
	return &codeintelv1.StreamScanResponse{Event: &codeintelv1.StreamScanResponse_Elements{Elements: all}}
}

func scanResult(r *codeintelv1.ScanResponse) *codeintelv1.StreamScanResponse {
	return &codeintelv1.StreamScanResponse{Event: &codeintelv1.StreamScanResponse_Result{Result: r}}
}

// scans serves StreamScan: the events of each attempt, then its error.
type scan struct {
	events []*codeintelv1.StreamScanResponse
	err    error
}

func scans(attempts ...scan) *fake {
	return &fake{scan: func(attempt int, _ *codeintelv1.StreamScanRequest, stream scanStream) error {
		for _, event := range attempts[attempt-1].events {
			if err := stream.Send(event); err != nil {
				return err
			}
		}
		return attempts[attempt-1].err
	}}
}

type scanEvents = []*codeintelv1.StreamScanResponse

func TestStreamScan(t *testing.T) {
	totals := scanResult(&codeintelv1.ScanResponse{TotalSize: 3, Analysis: &codeintelv1.Analysis{}})
	for _, test := range []struct {
		name   string
		scans  []scan
		want   []string // ids, progress, and the code of an error
		result int32    // total_size; 0: no result
	}{
		{
			"complete",
			[]scan{{scanEvents{scanProgress(), elements("a", "b"), elements("c"), totals}, nil}},
			[]string{"progress", "a", "b", "c"},
			3,
		},
		{
			"the project changed",
			[]scan{{scanEvents{elements("a")}, failure(codes.Aborted, "LIST_CHANGED", nil)}},
			[]string{"a", "Aborted"},
			0,
		},
		{
			"interrupted before the first event",
			[]scan{{nil, broken()}, {scanEvents{elements("a"), totals}, nil}},
			[]string{"a"},
			3,
		},
		{
			"interrupted before the first element",
			[]scan{{scanEvents{scanProgress()}, unavailable()}, {scanEvents{scanProgress(), elements("a"), totals}, nil}},
			[]string{"progress", "progress", "a"},
			3,
		},
		{
			"interrupted, then down",
			[]scan{{scanEvents{scanProgress()}, unavailable()}, {nil, broken()}, {nil, broken()}, {nil, unavailable()}},
			[]string{"progress", "Unavailable"},
			0,
		},
		{"down", []scan{{nil, broken()}, {nil, broken()}, {nil, broken()}, {nil, broken()}}, []string{"Unavailable"}, 0},
		{"interrupted after an element", []scan{{scanEvents{elements("a")}, unavailable()}}, []string{"a", "Unavailable"}, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := scans(test.scans...)
			stream := serve(t, f).StreamScan(soon(t), &codeintelv1.ScanRequest{ProjectPath: "/p"})
			var got []string
			stream.OnProgress = func(e *commonv1.ProgressEvent) { got = append(got, e.GetMessage()) }
			for element, err := range stream.All() {
				if err != nil {
					got = append(got, status.Code(err).String())
					continue
				}
				got = append(got, element.GetId())
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if got := stream.Result(); got.GetTotalSize() != test.result || (got != nil) != (test.result > 0) {
				t.Errorf("got result %v, want total_size %d", got, test.result)
			}
			if f.count() != len(test.scans) {
				t.Errorf("got %d attempts, want %d", f.count(), len(test.scans))
			}
		})
	}
}

func TestStreamScanWithoutResult(t *testing.T) {
	stream := serve(t, scans(scan{scanEvents{elements("a")}, nil})).StreamScan(soon(t), nil)
	var last error
	for _, err := range stream.All() {
		last = err
	}
	if !errors.Is(last, io.ErrUnexpectedEOF) || stream.Result() != nil {
		t.Errorf("got error %v and result %v, want %v", last, stream.Result(), io.ErrUnexpectedEOF)
	}
}

// Leaving the loop cancels the scan on the service.
func TestStreamScanBreak(t *testing.T) {
	cancelled := make(chan struct{})
	f := &fake{scan: func(_ int, _ *codeintelv1.StreamScanRequest, stream scanStream) error {
		if err := stream.Send(elements("a", "b")); err != nil {
			return err
		}
		<-stream.Context().Done()
		close(cancelled)
		return nil
	}}
	stream := serve(t, f).StreamScan(soon(t), nil)
	n := 0
	for _, err := range stream.All() {
		if err != nil {
			t.Fatal(err)
		}
		n++
		break
	}
	select {
	case <-cancelled:
	case <-soon(t).Done():
		t.Fatal("timeout: got no cancellation of the scan, want one")
	}
	if n != 1 || stream.Result() != nil {
		t.Errorf("got %d elements and result %v, want 1 and none", n, stream.Result())
	}
}
