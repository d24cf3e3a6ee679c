package main

import (
	"flag"
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

// languages a user may ask for, in the order of the report.
func (s settings) wants(language string) bool {
	for l := range strings.SplitSeq(s.languages, ",") {
		if l == language {
			return true
		}
	}
	return false
}
