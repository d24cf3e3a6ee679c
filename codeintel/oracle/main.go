// Command oracle scores the answers of coderef-mcp against what other compilers
// know: TypeScript's own, in node, Go's, by go/packages, and CPython's with jedi. It
// fetches Go modules itself; scripts/fetch-oracle fetches what comes from npm and
// Debian. It prints
// precision and recall and writes them, with what was missed and why, to a file.
//
// The engine is asked as its users ask it: the built program, over MCP.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/oracle/truth"
)

// settings is what the flags say.
type settings struct {
	program   string // coderef-mcp
	oracle    string // folder that scripts/fetch-oracle filled
	write     string
	languages string
	only      string
	sample    truth.Sample
	verbose   bool
}

func readSettings() settings {
	var s settings
	flag.StringVar(&s.program, "program", "../bin/coderef-mcp", "the coderef-mcp to score")
	flag.StringVar(&s.oracle, "oracle", "../.tmp/oracle", "folder that scripts/fetch-oracle filled")
	flag.StringVar(&s.write, "write", "../docs/accuracy.md", "file to write; empty for none")
	flag.StringVar(&s.languages, "languages", "TypeScript,Go,Python", "languages to score")
	flag.StringVar(&s.only, "only", "", "score this package alone, and write no file")
	flag.IntVar(&s.sample.Seed, "seed", 1, "seed of the choice of targets")
	flag.IntVar(&s.sample.Calls, "calls", 80, "targets of calls-me, per package")
	flag.IntVar(&s.sample.Files, "files", 20, "files as targets of imports-me, per package")
	flag.IntVar(&s.sample.Elements, "elements", 50, "elements as targets of imports-me, per package")
	flag.BoolVar(&s.verbose, "v", false, "print every miss and every extra")
	flag.Parse()
	if s.only != "" {
		s.write = ""
	}
	return s
}

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

// languages a user may ask for, in the order of the report.
func (s settings) wants(language string) bool {
	for l := range strings.SplitSeq(s.languages, ",") {
		if l == language {
			return true
		}
	}
	return false
}
