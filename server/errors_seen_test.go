package server_test

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"sync"
	"testing"

	"google.golang.org/genproto/googleapis/rpc/code"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
)

// seenErrors counts the parts of the statuses that tests of this package checked. It is safe for concurrent
// use.
type seenErrors struct {
	mu sync.Mutex
	// statuses counts by reason, and parts by reason and a code, a metadata key or a detail.
	statuses map[string]int
	parts    map[[2]string]int
	stages   map[string]int
}

var seen = seenErrors{statuses: make(map[string]int), parts: make(map[[2]string]int), stages: make(map[string]int)}

// record adds a status. It returns the parts that docs/errors.md does not document, and those that it
// documents for every status of the reason but this status lacks.
func (s *seenErrors) record(table errorTable, st *status.Status) (problems []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	info, details := new(errdetails.ErrorInfo), make(map[string]bool)
	for _, detail := range st.Details() {
		if i, ok := detail.(*errdetails.ErrorInfo); ok {
			info = i
		} else if message, ok := detail.(proto.Message); ok {
			details[string(message.ProtoReflect().Descriptor().Name())] = true
		}
	}
	row, reason := table.rows[info.GetReason()], info.GetReason()
	s.statuses[reason]++
	add := func(kind, name string, documented bool) {
		s.parts[[2]string{reason, name}]++
		if !documented {
			problems = append(problems, fmt.Sprintf("docs/errors.md: %s lacks the %s %s", reason, kind, name))
		}
	}
	name := code.Code(st.Code()).String()
	add("code", name, row.codes[name])
	for key := range info.GetMetadata() {
		add("metadata key", key, row.metadata[key] || key == anyReason)
	}
	for name := range details {
		_, documented := row.details[name]
		add("detail", name, documented)
	}
	for name, always := range row.details {
		if always && !details[name] {
			problems = append(problems,
				fmt.Sprintf("docs/errors.md: %s always has the detail %s, got %v", reason, name, st.Details()))
		}
	}
	if stage := info.GetMetadata()["stage"]; stage != "" {
		s.stages[stage]++
		if !table.stages[stage] {
			problems = append(problems, fmt.Sprintf("docs/errors.md: the list of stages lacks %s", stage))
		}
	}
	return problems
}

// missing returns the parts that docs/errors.md documents but no status
// contained.
func (s *seenErrors) missing(table errorTable) (problems []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	tried := false
	for reason, row := range table.rows {
		tried = tried || s.parts[[2]string{reason, anyReason}] > 0
		for kind, names := range map[string]map[string]bool{
			"code": row.codes, "metadata key": row.metadata, "detail": row.details,
		} {
			for name := range names {
				if s.parts[[2]string{reason, name}] == 0 {
					problems = append(problems, fmt.Sprintf("%s with the %s %s", reason, kind, name))
				}
			}
		}
		for name, always := range row.details {
			if !always && s.parts[[2]string{reason, name}] == s.statuses[reason] {
				problems = append(problems, fmt.Sprintf("%s without the detail %s", reason, name))
			}
		}
	}
	for stage := range table.stages {
		if s.stages[stage] == 0 {
			problems = append(problems, "any reason with the stage "+stage)
		}
	}
	if !tried {
		problems = append(problems, "any reason with the metadata key "+anyReason)
	}
	slices.Sort(problems)
	return problems
}

// comparedWithDoc runs the tests. If all tests of the package ran and passed, it fails unless they produced
// everything that docs/errors.md documents. Each test itself checks the reverse: see record.
type comparedWithDoc struct{ *testing.M }

func (m comparedWithDoc) Run() int {
	exit := m.M.Run()
	for _, filter := range []string{"run", "skip", "list"} {
		if flag.Lookup("test."+filter).Value.String() != "" {
			return exit
		}
	}
	if exit != 0 || flag.Lookup("test.count").Value.String() == "0" {
		return exit
	}
	table, err := readErrorTable()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	for _, problem := range seen.missing(table) {
		fmt.Fprintln(os.Stderr, "docs/errors.md documents", problem+", which no test produces")
		exit = 1
	}
	return exit
}
