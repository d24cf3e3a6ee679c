package main

import (
	"flag"
	"strings"
)

// settings is what the flags say.
type settings struct {
	program  string // coderef-mcp
	oracle   string // folder that scripts/fetch-oracle filled
	packages []string
	parts    string
	repeat   int
	targets  int
	seed     uint64
	write    string
	strict   bool
}

func readSettings() settings {
	var s settings
	var packages string
	flag.StringVar(&s.program, "program", "../bin/coderef-mcp", "the coderef-mcp to measure")
	flag.StringVar(&s.oracle, "oracle", "../.tmp/oracle", "folder that scripts/fetch-oracle filled")
	flag.StringVar(&packages, "packages", "effect,zod", "packages whose src/ is measured")
	flag.StringVar(&s.parts, "parts", "scan,python,restart,graph,imports,first,warm,edit", "what to measure; large, minutes on end, is asked for by name only")
	flag.IntVar(&s.repeat, "repeat", 5, "how often each comparison is repeated")
	flag.IntVar(&s.targets, "targets", 5, "targets of queries, per package")
	flag.Uint64Var(&s.seed, "seed", 1, "seed of the choice of targets")
	flag.StringVar(&s.write, "write", "", "file to write the tables to as well, such as ../docs/speed.md")
	flag.BoolVar(&s.strict, "strict", false, "exit with 1 when a goal is missed")
	flag.Parse()
	if s.parts != "python" { // which has packages of its own
		s.packages = strings.Split(packages, ",")
	}
	return s
}
