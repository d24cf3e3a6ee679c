package coverage

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestParseReadsEveryFormat(t *testing.T) {
	for _, tt := range []struct {
		format     Format
		text, file string
		want       Data
	}{
		{
			LCOV,
			"TN:\nSF:src/a.ts\nFN:1,first\nFN:3,5,second\nFNF:2\nFNDA:2,first\nFNDA:0,second\nDA:1,2\nDA:3,0,checksum\nDA:4,1e3\nDA:5,-1\nLF:3\n" +
				"BRDA:1,0,0,2\nBRDA:1,0,1,-\nBRDA:2,e0,0,1\nend_of_record\nDA:9,9\n",
			"src/a.ts",
			Data{
				Lines: map[int]int{1: 2, 3: 0, 4: 1000, 5: maxHits}, Functions: map[int]int{1: 2, 3: 0},
				Branches: map[string]int{"1,0,0": 2, "1,0,1": 0, "2,e0,0": 1},
			},
		},
		{
			Istanbul,
			`{"/app/src/a.ts":{"path":"/app/src/a.ts","statementMap":{"0":{"start":{"line":1,"column":0},"end":{"line":1}},"1":{"start":{"line":1}},"2":{"start":{"line":4}}},` +
				`"s":{"0":3,"1":5,"2":0},"fnMap":{"0":{"name":"f","decl":{"start":{"line":2}},"loc":{"start":{"line":3}}},"1":{"name":"g","line":7}},"f":{"0":2},` +
				`"branchMap":{},"b":{"0":[1,0]},"inputSourceMap":{"x":[1]}}}`,
			"/app/src/a.ts",
			Data{Lines: map[int]int{1: 5, 4: 0}, Functions: map[int]int{2: 2, 7: 0}, Branches: map[string]int{"0.0": 1, "0.1": 0}},
		},
		{
			GoCover,
			"mode: count\nexample.org/m/a.go:3.14,5.2 1 4\nexample.org/m/a.go:5.2,7.3 2 0\nexample.org/m/a.go:9.1,9.9 0 0\n\nmode: count\n" +
				"example.org/m/a.go:3.14,5.2 1 2\n",
			"example.org/m/a.go",
			Data{Lines: map[int]int{3: 4, 4: 4, 5: 4, 6: 0, 7: 0}, Functions: map[int]int{}, Branches: map[string]int{}},
		},
		{
			Cobertura,
			`<?xml version="1.0" ?><!DOCTYPE coverage SYSTEM 'x'><coverage version="7.4"><sources><source>/app/src</source></sources><packages><package name="."><classes>` +
				`<class name="a.py" filename="a.py" complexity="0"><methods/><lines><line number="1" hits="1"/><line number="2" hits="0" branch="true" condition-coverage="50% (1/2)" missing-branches="3"/>` +
				`<line number="x" hits="1"/></lines></class></classes></package></packages></coverage>`,
			"/app/src/a.py",
			Data{Lines: map[int]int{1: 1, 2: 0}, Functions: map[int]int{}, Branches: map[string]int{"2.0": 1, "2.1": 0}},
		},
	} {
		report, err := Parse(tt.format, strings.NewReader(tt.text))
		if err != nil || len(report) != 1 || report[tt.file] == nil {
			t.Errorf("%s: got %v, error %v; want data about %s only", tt.format, report, err, tt.file)
			continue
		}
		if diff := cmp.Diff(tt.want, *report[tt.file]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.format, diff)
		}
	}
}

func TestParseRejectsMalformedReports(t *testing.T) {
	for _, tt := range []struct {
		format Format
		text   string
	}{
		{LCOV, "SF:a\nDA:x,1\n"},
		{LCOV, "SF:a\nDA:1\n"},
		{LCOV, "SF:a\nFN:f\n"},
		{LCOV, "SF:a\nFNDA:f\n"},
		{LCOV, "SF:a\nBRDA:1,2\n"},
		{LCOV, "SF:a\nBRDA:1,2,3,x\n"},
		{LCOV, "SF:" + strings.Repeat("a", maxLineBytes+1)},
		{Istanbul, ""},
		{Istanbul, "[]"},
		{Istanbul, `{"a":{"s":[]}}`},
		{GoCover, "a.go:1.1,2.2 1 1\n"},
		{GoCover, "mode: set\nnonsense\n"},
		{GoCover, "mode: set\na.go:1.1,999999999.2 1 1\n"},
		{GoCover, "mode: set\na.go:5.1,2.2 1 1\n"},
		{Cobertura, ""},
		{Cobertura, "<coverage><"},
		{Cobertura, "<other/>"},
		{"unknown", ""},
	} {
		if _, err := Parse(tt.format, strings.NewReader(tt.text)); !errors.Is(err, ErrFormat) {
			t.Errorf("%s %.40q: got error %v, want %v", tt.format, tt.text, err, ErrFormat)
		}
	}
}

func TestReportNamesMatchProjectFiles(t *testing.T) {
	p := newPlacer("/app", []string{
		"src/a.ts", "lib/a.ts", "packages/x/src/b.ts", "packages/y/src/b.ts", "main.go", "src/app/util.py",
	})
	for _, tt := range []struct{ folder, name, want string }{
		{"coverage", "/app/src/a.ts", "src/a.ts"},
		{"coverage", "src/a.ts", "src/a.ts"},
		{"coverage", `src\a.ts`, "src/a.ts"},
		{"coverage", "file:///app/src/a.ts", "src/a.ts"},
		{"coverage", "/home/ci/work/app/lib/a.ts", "lib/a.ts"},
		{"packages/x/coverage", "src/b.ts", "packages/x/src/b.ts"},
		{"packages/y", "src/b.ts", "packages/y/src/b.ts"},
		{"coverage", "src/b.ts", ""}, // ambiguous
		{"coverage", "a.ts", ""},     // ambiguous
		{".", "example.org/m/main.go", "main.go"},
		{".", "/elsewhere/src/app/util.py", "src/app/util.py"},
		{".", "other/a.ts", ""},
		{".", "../../etc/passwd", ""},
		{".", "", ""},
	} {
		if got, ok := p.place(tt.folder, tt.name); got != tt.want && (ok || tt.want != "") || ok != (tt.want != "") {
			t.Errorf("place(%q, %q): got %q, %v; want %q", tt.folder, tt.name, got, ok, tt.want)
		}
	}
}

// TestLinksAreNotFollowed checks that find returns no report that is a link or in a linked
// folder.
func TestLinksAreNotFollowed(t *testing.T) {
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	outside := filepath.Join(base, "outside")
	root := filepath.Join(base, "root")
	for _, dir := range []string{outside, root} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(outside, "lcov.info"), []byte("SF:a.ts\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, target := range map[string]string{"lcov.info": "../outside/lcov.info", "coverage": "../outside"} {
		if err := os.Symlink(target, filepath.Join(root, name)); err != nil {
			t.Skipf("this system does not support symbolic links: %v", err)
		}
	}
	found, refused := find(root, []string{"a.ts"})
	if len(found) > 0 || len(refused) != 1 || refused[0] != "lcov.info" {
		t.Errorf("found %+v, refused %q; want no report and lcov.info", found, refused)
	}
}

// FuzzParse checks that Parse returns valid data or an [ErrFormat] for any input.
func FuzzParse(f *testing.F) {
	f.Add("SF:a\nFN:1,f\nFNDA:1,f\nDA:1,1\nBRDA:1,0,0,-\nend_of_record\n")
	f.Add(`{"a":{"statementMap":{"0":{"start":{"line":1}}},"s":{"0":1},"fnMap":{},"f":{},"b":{"0":[1]}}}`)
	f.Add("mode: set\na.go:1.1,2.2 1 1\n")
	f.Add(`<coverage><class filename="a"><line number="1" hits="1" branch="true" condition-coverage="50% (1/2)"/></class></coverage>`)
	f.Fuzz(func(t *testing.T, text string) {
		for _, format := range []Format{LCOV, Istanbul, GoCover, Cobertura} {
			report, err := Parse(format, strings.NewReader(text))
			if err != nil {
				if !errors.Is(err, ErrFormat) {
					t.Errorf("%s: got error %v, want %v", format, err, ErrFormat)
				}
				continue
			}
			for name, d := range report {
				for line, hits := range d.Lines {
					if line < 1 || hits < 0 {
						t.Errorf("%s: got %d hits of %s:%d, want a line from 1 and hits from 0", format, hits, name, line)
					}
				}
			}
		}
	})
}

func TestFileChangedAfterReportIsDetected(t *testing.T) {
	root := t.TempDir()
	file := filepath.Join(root, "a.ts")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	at := info.ModTime()
	if changedAfter(root, "a.ts", at) {
		t.Error("a report as old as the file: got changed, want unchanged")
	}
	if !changedAfter(root, "a.ts", at.Add(-time.Second)) {
		t.Error("a report older than the file: got unchanged, want changed")
	}
}
