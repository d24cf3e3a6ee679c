package main

import (
	"bytes"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"time"
)

// pythonGoal is the goal for the speed of a scan, as a multiple of universal-ctags' speed.
const pythonGoal = 4

// python compares scans of Python packages with universal-ctags.
func (b *bench) python() error {
	if err := exec.Command(b.ctags(), "--version").Run(); err != nil {
		return fmt.Errorf("%s: %w: run make bench-engine, and apt-get install universal-ctags for its libraries",
			b.ctags(), err)
	}
	for _, name := range []string{"django", "sqlalchemy"} {
		found, err := filepath.Glob(filepath.Join(b.oracle, "python", "speed", name+"@*"))
		if err != nil || len(found) != 1 {
			return fmt.Errorf("found %d versions of %s, want one: run make bench-engine", len(found), name)
		}
		c := corpus{
			name: filepath.Base(found[0]), root: found[0],
			languages: []string{"py"}, extensions: []string{".py", ".pyi", ".pyw"},
		}
		if err := c.count(); err != nil {
			return err
		}
		if err := b.scanPython(&c); err != nil {
			return err
		}
		b.packages = append(b.packages, c)
	}
	return nil
}

// ctags returns the path of universal-ctags.
func (b *bench) ctags() string { return filepath.Join(b.oracle, "python", "tools", "ctags-universal") }

// scanPython compares a scan by a new process with universal-ctags.
func (b *bench) scanPython(c *corpus) error {
	var ours, theirs []time.Duration
	var oursRSS, theirsRSS int64
	for i := range b.repeat + 1 {
		mine, _, rss, err := b.scanOurs(c, "")
		if err != nil {
			return err
		}
		peer, peerRSS, err := b.scanCtags(c)
		if err != nil {
			return err
		}
		if i == 0 {
			continue // to warm up the file cache, for both
		}
		b.logf("%s scan: %s, ctags %s", c.name, seconds(mine), seconds(peer))
		ours, theirs = append(ours, mine), append(theirs, peer)
		oursRSS, theirsRSS = max(oursRSS, rss), max(theirsRSS, peerRSS)
	}
	times := median(theirs).Seconds() / median(ours).Seconds()
	b.add(row{
		job: "scan: process start to full result, against universal-ctags", corpus: c.name,
		ours:   fmt.Sprintf("%s, %s", seconds(median(ours)), megabytes(oursRSS)),
		theirs: fmt.Sprintf("%s, %s", seconds(median(theirs)), megabytes(theirsRSS)),
		figure: fmt.Sprintf("%.2f × as fast", times), goal: fmt.Sprintf("≥ %d ×", pythonGoal),
		met: judge(times >= pythonGoal),
	})
	return nil
}

// scanCtags runs universal-ctags on the same folder. It lists declarations, unsorted, with
// the facts that a scan also reports: line, last line, and parameters of functions. Its
// output is read through a pipe, like that of a scan. It returns the time until ctags
// exits, and its peak resident memory in bytes.
func (b *bench) scanCtags(c *corpus) (took time.Duration, rss int64, err error) {
	command := exec.Command(b.ctags(), "--options=NONE", "-R", "--languages=Python", "--kinds-Python=cfmv",
		"--fields=+neS", "--sort=no", "-f", "-", c.root)
	var stderr bytes.Buffer // has warnings, for example about broken links
	command.Stdout, command.Stderr = io.Discard, &stderr
	began := time.Now()
	if err := command.Run(); err != nil {
		return 0, 0, fmt.Errorf("ctags: %w: %s", err, stderr.Bytes())
	}
	return time.Since(began), peakOf(command.ProcessState), nil
}
