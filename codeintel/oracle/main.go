// Command oracle scores the results of coderef-mcp against those of other compilers:
// TypeScript's own, in Node.js; Go's, through go/packages; and CPython's, with jedi.
// It downloads Go modules itself; scripts/fetch-oracle downloads the packages of npm
// and Debian. It prints precision and recall, and writes them to a file together with
// the missed places and their causes.
//
// The engine is queried in the same way as by its users: as the built program, over MCP.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, readSettings(), os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "oracle:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, s settings, out, progress io.Writer) error {
	for _, path := range []*string{&s.program, &s.oracle} {
		absolute, err := filepath.Abs(*path)
		if err != nil {
			return err
		}
		*path = absolute
	}
	subjects, err := s.subjects(ctx, progress)
	if err != nil {
		return err
	}
	var results []*result
	for _, subject := range subjects {
		fmt.Fprintf(progress, "%s %s %s\n", subject.language, subject.name, subject.version)
		r, err := scoreSubject(ctx, s, subject)
		if err != nil {
			return fmt.Errorf("%s: %w", subject.name, err)
		}
		results = append(results, r)
		if s.verbose {
			r.list(out)
		}
	}
	report := report{settings: s, results: results}
	fmt.Fprint(out, report.summary())
	if s.write == "" {
		return nil
	}
	return os.WriteFile(s.write, []byte(report.document()), 0o644)
}
