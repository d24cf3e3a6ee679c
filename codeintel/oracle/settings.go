package main

import (
	"flag"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/oracle/truth"
)

// settings holds the values of the flags.
type settings struct {
	program   string // coderef-mcp
	oracle    string // folder that scripts/fetch-oracle fills
	write     string // file to write; empty for none
	languages string // separated by commas
	only      string // name of one package; empty for all
	sample    truth.Sample
	verbose   bool
}

func readSettings() settings {
	var s settings
	flag.StringVar(&s.program, "program", "../bin/coderef-mcp", "the coderef-mcp to score")
	flag.StringVar(&s.oracle, "oracle", "../.tmp/oracle", "folder that scripts/fetch-oracle fills")
	flag.StringVar(&s.write, "write", "../docs/accuracy.md", "file to write; empty for none")
	flag.StringVar(&s.languages, "languages", "TypeScript,Go,Python", "languages to score")
	flag.StringVar(&s.only, "only", "", "score only this package, and write no file")
	flag.IntVar(&s.sample.Seed, "seed", 1, "seed for choosing targets")
	flag.IntVar(&s.sample.Calls, "calls", 80, "number of calls-me targets per package")
	flag.IntVar(&s.sample.Files, "files", 20, "number of files per package that are imports-me targets")
	flag.IntVar(&s.sample.Elements, "elements", 50, "number of elements per package that are imports-me targets")
	flag.BoolVar(&s.verbose, "v", false, "print every missed place and every place that only the engine reports")
	flag.Parse()
	if s.only != "" {
		s.write = ""
	}
	return s
}

// wants reports whether the flag -languages contains a language.
func (s settings) wants(language string) bool {
	for l := range strings.SplitSeq(s.languages, ",") {
		if l == language {
			return true
		}
	}
	return false
}
