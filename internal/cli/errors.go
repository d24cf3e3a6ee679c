package cli

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/coderef-system/coderefd/client"
	"github.com/coderef-system/coderefd/internal/config"
)

// printError tells a person what went wrong and, where we know, what to do.
func printError(w io.Writer, err error) {
	var (
		usage *usageError
		bad   *config.Error
	)
	s, isStatus := status.FromError(err)
	switch {
	case errors.As(err, &usage):
		fmt.Fprintf(w, "coderefd: %s\nSee: coderefd --help\n", clean(err.Error()))
	case errors.As(err, &bad):
		fmt.Fprintln(w, "coderefd: bad configuration:")
		for _, problem := range bad.Problems {
			fmt.Fprintf(w, "  %s\n", clean(problem.String()))
		}
	case isStatus:
		printStatus(w, s)
	default:
		fmt.Fprintf(w, "coderefd: %s\n", clean(err.Error()))
	}
}

// printStatus prints a gRPC status with what its details hold.
func printStatus(w io.Writer, s *status.Status) {
	message := s.Message()
	if _, cause, ok := strings.Cut(message, "Error while dialing: "); ok {
		message = strings.TrimSuffix(cause, `"`)
	}
	fmt.Fprintf(w, "coderefd: %s\n", clean(message))
	info, ours := client.Reason(s.Err())
	if ours {
		fmt.Fprintf(w, "  reason: %s (%s)\n", clean(info.Name), s.Code())
	} else {
		fmt.Fprintf(w, "  status: %s\n", s.Code())
	}
	for _, key := range slices.Sorted(maps.Keys(info.Metadata)) {
		fmt.Fprintf(w, "  %s: %s\n", clean(key), clean(info.Metadata[key]))
	}
	for _, detail := range s.Details() {
		switch d := detail.(type) {
		case *errdetails.BadRequest:
			for _, v := range d.GetFieldViolations() {
				fmt.Fprintf(w, "  %s: %s\n", clean(v.GetField()), clean(v.GetDescription()))
			}
		case *errdetails.RetryInfo:
			fmt.Fprintf(w, "  try again in: %s\n", d.GetRetryDelay().AsDuration())
		}
	}
	if s.Code() == codes.Unavailable && !ours && unreachable(s.Message()) {
		fmt.Fprintln(w, "Is coderefd running? Start it with: coderefd serve")
	}
}

// unreachable reports whether a message of the transport says that nothing
// listens. gRPC gives the cause as text only.
func unreachable(message string) bool {
	return strings.Contains(message, "connection refused") || strings.Contains(message, "no such file or directory")
}
