package cli

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/coderef-system/coderefd/client"
	"github.com/coderef-system/coderefd/internal/cli/output"
	"github.com/coderef-system/coderefd/internal/config"
)

// explainedError adds a message or a hint of the command line to an error of the
// service.
type explainedError struct {
	err error
	// message replaces the error's own message unless it is empty.
	message string
	// hint is printed on a separate line unless it is empty.
	hint string
}

func (e *explainedError) Error() string { return e.err.Error() }
func (e *explainedError) Unwrap() error { return e.err }

// printError prints the error and, if known, the remedy for a person. verb is the command path of the verb
// that failed.
func printError(p *Program, verb string, err error) {
	var (
		usage     *usageError
		bad       *config.Error
		tool      *toolError
		explained explainedError
		more      *explainedError
	)
	w := p.Stderr
	if errors.As(err, &more) {
		explained, err = *more, more.err
	}
	s, isStatus := status.FromError(err)
	switch {
	case errors.As(err, &usage):
		_, words, _ := strings.Cut(verb+" ", " ")
		fmt.Fprintf(w, "coderefd: %s\nSee: %s %s--help\n", output.Clean(err.Error()), output.Clean(p.name()), words)
	case errors.As(err, &tool) && tool.complete:
		// the printed error is complete
	case errors.As(err, &bad):
		fmt.Fprintln(w, "coderefd: invalid configuration:")
		for _, problem := range bad.Problems {
			fmt.Fprintf(w, "  %s\n", output.Clean(problemText(problem)))
		}
	case isStatus:
		printStatus(p, s, explained.message)
	default:
		fmt.Fprintf(w, "coderefd: %s\n", output.Clean(err.Error()))
	}
	if explained.hint != "" {
		fmt.Fprintln(w, output.Clean(explained.hint))
	}
}

// problemText returns the text of a problem. It names a setting once if a flag
// or a variable set it.
func problemText(problem config.Problem) string {
	flag := "--" + strings.NewReplacer(".", "-", "_", "-").Replace(problem.Field)
	if problem.Line == 0 && (problem.File == flag || problem.File == config.Variable(problem.Field)) {
		problem.Field = ""
	}
	return problem.String()
}

// printStatus prints a gRPC status with its details. message replaces the status message unless it is empty.
func printStatus(p *Program, s *status.Status, message string) {
	w := p.Stderr
	if message == "" {
		message = p.verbs(s.Message())
	}
	if _, cause, ok := strings.Cut(message, "Error while dialing: "); ok {
		message = strings.TrimSuffix(cause, `"`)
	}
	fmt.Fprintf(w, "coderefd: %s\n", output.Clean(message))
	details, ours := client.Details(s.Err())
	if ours {
		fmt.Fprintf(w, "  reason: %s (%s)\n", output.Clean(details.ReasonName), s.Code())
	} else {
		fmt.Fprintf(w, "  status: %s\n", s.Code())
	}
	for _, key := range slices.Sorted(maps.Keys(details.Metadata)) {
		fmt.Fprintf(w, "  %s: %s\n", output.Clean(key), output.Clean(details.Metadata[key]))
	}
	for _, v := range details.Violations {
		if d := v.GetDescription(); s.Code() == codes.NotFound || d != "" && strings.HasPrefix(s.Message(), d) {
			continue // the message contains the description, or names the missing item
		}
		fmt.Fprintf(w, "  %s: %s\n", output.Clean(v.GetField()), output.Clean(v.GetDescription()))
	}
	if details.JSONRPCError != nil {
		fmt.Fprintf(w, "  JSON-RPC error: %d\n", details.JSONRPCError.GetCode())
	}
	if delay, ok := details.RetryDelay(); ok {
		fmt.Fprintf(w, "  try again in: %s\n", delay)
	}
	if s.Code() == codes.Unavailable && !ours && unreachable(s.Message()) {
		fmt.Fprintf(w, "Is coderefd running? Start it with: %s serve\n", output.Clean(p.name()))
	}
}

// verbs replaces the methods in a message of the service by the verbs of the command line.
func (p *Program) verbs(message string) string {
	return strings.NewReplacer(
		"; ListTools returns", "; "+p.name()+" tools lists",
		"; ListResources returns", "; "+p.name()+" resource list lists",
		"; ListResourceTemplates returns", "; "+p.name()+" resource templates lists",
		"; ListServers returns", "; "+p.name()+" status lists",
	).Replace(message)
}

// unreachable reports whether a transport error means that no process listens. gRPC reports the cause only as
// text.
func unreachable(message string) bool {
	return strings.Contains(message, "connection refused") || strings.Contains(message, "no such file or directory")
}
