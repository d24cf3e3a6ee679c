package main

import (
	"flag"
	"strings"
)

// settings holds the values of the flags.
type settings struct {
	program  string // coderef-mcp
	oracle   string // folder that scripts/fetch-oracle fills
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
	flag.StringVar(&s.oracle, "oracle", "../.tmp/oracle", "folder that scripts/fetch-oracle fills")
	flag.StringVar(&packages, "packages", "effect,zod", "packages whose folder src is measured")
	flag.StringVar(&s.parts, "parts", "scan,python,restart,graph,imports,first,warm,edit",
		"parts to measure; large takes minutes and must be requested")
	flag.IntVar(&s.repeat, "repeat", 5, "repetitions of each comparison")
	flag.IntVar(&s.targets, "targets", 5, "query targets per package")
	flag.Uint64Var(&s.seed, "seed", 1, "seed for choosing targets")
	flag.StringVar(&s.write, "write", "", "file to which the tables are also written")
	flag.BoolVar(&s.strict, "strict", false, "exit with code 1 if a goal is missed")
	flag.Parse()
	if s.parts != "python" { // it measures fixed packages
		s.packages = strings.Split(packages, ",")
	}
	return s
}
