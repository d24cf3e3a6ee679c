package coverage

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
)

// istanbulFile is one file of Istanbul's coverage-final.json.
type istanbulFile struct {
	Path         string                      `json:"path"`
	StatementMap map[string]istanbulRange    `json:"statementMap"`
	FnMap        map[string]istanbulFunction `json:"fnMap"`
	S            map[string]float64          `json:"s"`
	F            map[string]float64          `json:"f"`
	B            map[string][]float64        `json:"b"`
}

type istanbulRange struct {
	Start struct {
		Line int `json:"line"`
	} `json:"start"`
}

type istanbulFunction struct {
	Line int           `json:"line"`
	Decl istanbulRange `json:"decl"`
	Loc  istanbulRange `json:"loc"`
}

// parseIstanbul reads the "json" format of nyc, jest and vitest: an object of files by path. The
// hits of a line are the most hits of a statement that begins on it.
func parseIstanbul(from io.Reader) (Report, error) {
	var files map[string]istanbulFile
	if err := json.NewDecoder(from).Decode(&files); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	report := Report{}
	for name, f := range files {
		if f.Path != "" {
			name = f.Path
		}
		d := report.file(name)
		for id, at := range f.StatementMap {
			if line := at.Start.Line; line >= 1 {
				d.Lines[line] = max(d.Lines[line], count(f.S[id]))
			}
		}
		for id, fn := range f.FnMap {
			line := fn.Decl.Start.Line
			if line < 1 {
				line = max(fn.Line, fn.Loc.Start.Line)
			}
			if line >= 1 {
				d.Functions[line] = max(d.Functions[line], count(f.F[id]))
			}
		}
		for id, arms := range f.B {
			for i, hits := range arms {
				d.Branches[id+"."+strconv.Itoa(i)] = count(hits)
			}
		}
	}
	return report, nil
}

func count(hits float64) int { return int(min(max(hits, 0), maxHits)) }
