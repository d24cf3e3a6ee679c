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
	"github.com/coderef-system/coderefd/internal/config"
)

// explainedError is an error of the service with what the command line knows of it.
type explainedError struct {
	err error
	// message to print instead of the error's own; empty: that.
	message string
	// hint is printed on a line of its own, unless it is empty.
	hint string
}

func (e *explainedError) Error() string { return e.err.Error() }
func (e *explainedError) Unwrap() error { return e.err }

// printError tells a person what went wrong and, where we know, what to do. verb
// is the command path of the verb that failed.
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
		fmt.Fprintf(w, "coderefd: %s\nSee: %s %s--help\n", clean(err.Error()), clean(p.name()), words)
	case errors.As(err, &tool) && tool.told:
		// its words say it all
	case errors.As(err, &bad):
		fmt.Fprintln(w, "coderefd: bad configuration:")
		for _, problem := range bad.Problems {
			fmt.Fprintf(w, "  %s\n", clean(problemText(problem)))
		}
	case isStatus:
		printStatus(p, s, explained.message)
	default:
		fmt.Fprintf(w, "coderefd: %s\n", clean(err.Error()))
	}
	if explained.hint != "" {
		fmt.Fprintln(w, clean(explained.hint))
	}
}

// problemText names a setting once that a flag or a variable made.
func problemText(problem config.Problem) string {
	flag := "--" + strings.NewReplacer(".", "-", "_", "-").Replace(problem.Field)
	if problem.Line == 0 && (problem.File == flag || problem.File == config.Variable(problem.Field)) {
		problem.Field = ""
	}
	return problem.String()
}

// printStatus prints a gRPC status with what its details hold. message replaces
// its own unless it is empty.
func printStatus(p *Program, s *status.Status, message string) {
	w := p.Stderr
	if message == "" {
		message = p.verbs(s.Message())
	}
	if _, cause, ok := strings.Cut(message, "Error while dialing: "); ok {
		message = strings.TrimSuffix(cause, `"`)
	}
	fmt.Fprintf(w, "coderefd: %s\n", clean(message))
	details, ours := client.Details(s.Err())
	if ours {
		fmt.Fprintf(w, "  reason: %s (%s)\n", clean(details.ReasonName), s.Code())
	} else {
		fmt.Fprintf(w, "  status: %s\n", s.Code())
	}
	for _, key := range slices.Sorted(maps.Keys(details.Metadata)) {
		fmt.Fprintf(w, "  %s: %s\n", clean(key), clean(details.Metadata[key]))
	}
	for _, v := range details.Violations {
		if d := v.GetDescription(); d != "" && strings.HasPrefix(s.Message(), d) {
			continue // the message contains it
		}
		fmt.Fprintf(w, "  %s: %s\n", clean(v.GetField()), clean(v.GetDescription()))
	}
	if details.JSONRPCError != nil {
		fmt.Fprintf(w, "  JSON-RPC error: %d\n", details.JSONRPCError.GetCode())
	}
	if delay, ok := details.RetryDelay(); ok {
		fmt.Fprintf(w, "  try again in: %s\n", delay)
	}
	if s.Code() == codes.Unavailable && !ours && unreachable(s.Message()) {
		fmt.Fprintf(w, "Is coderefd running? Start it with: %s serve\n", clean(p.name()))
	}
}

// verbs names our verbs where a message of the service names its methods.
func (p *Program) verbs(message string) string {
	return strings.NewReplacer(
		"; ListTools returns", "; "+p.name()+" tools lists",
		"; ListResources returns", "; "+p.name()+" resource list lists",
		"; ListResourceTemplates returns", "; "+p.name()+" resource templates lists",
		"; ListServers returns", "; "+p.name()+" status lists",
	).Replace(message)
}

// unreachable reports whether a message of the transport says that nothing
// listens. gRPC gives the cause as text only.
func unreachable(message string) bool {
	return strings.Contains(message, "connection refused") || strings.Contains(message, "no such file or directory")
}
