package main

import (
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"
)

// astGrepRules match seven kinds of declarations that a scan lists, too.
//
//go:embed astgrep.yml
var astGrepRules string

const scanGoal = 0.35

// scan compares a scan by a new process with one by ast-grep. ast-grep writes file, line
// and kind of each match, which is its shortest and fastest format; its JSON contains the
// whole text of every match.
func (b *bench) scan(c *corpus) error {
	var ours, theirs []time.Duration
	var oursRSS, theirsRSS int64
	for i := range b.repeat + 1 {
		mine, _, rss, err := b.scanOurs(c, "")
		if err != nil {
			return err
		}
		peer, peerRSS, err := b.scanAstGrep(c)
		if err != nil {
			return err
		}
		if i == 0 {
			continue // to warm up the file cache, for both
		}
		b.logf("%s scan: %s, ast-grep %s", c.name, seconds(mine), seconds(peer))
		ours, theirs = append(ours, mine), append(theirs, peer)
		oursRSS, theirsRSS = max(oursRSS, rss), max(theirsRSS, peerRSS)
	}
	ratio := median(ours).Seconds() / median(theirs).Seconds()
	b.add(row{
		job: "scan: process start to full result, against ast-grep", corpus: c.name,
		ours:   fmt.Sprintf("%s, %s", seconds(median(ours)), megabytes(oursRSS)),
		theirs: fmt.Sprintf("%s, %s", seconds(median(theirs)), megabytes(theirsRSS)),
		figure: fmt.Sprintf("%.2f", ratio), goal: fmt.Sprintf("≤ %.2f", scanGoal), met: judge(ratio <= scanGoal),
	})
	return nil
}

// scanOurs starts a process and scans with it. It returns the times from the start to the
// full result and to the exit of the process, and its peak resident memory in bytes.
func (b *bench) scanOurs(c *corpus, cacheDir string) (scanned, exited time.Duration, rss int64, err error) {
	began := time.Now()
	s, err := startWith(b.program, cacheDir)
	if err != nil {
		return 0, 0, 0, err
	}
	_, err = s.scan(c.root, c.languages...)
	scanned = time.Since(began)
	if err = errors.Join(err, s.close()); err != nil {
		return 0, 0, 0, err
	}
	return scanned, time.Since(began), peakOf(s.command.ProcessState), nil
}

func (b *bench) scanAstGrep(c *corpus) (took time.Duration, rss int64, err error) {
	command := exec.Command(
		b.astGrep(), "scan", "--inline-rules", astGrepRules, "--report-style=short", "--color=never", c.root,
	)
	command.Stdout, command.Stderr = io.Discard, os.Stderr
	began := time.Now()
	if err := command.Run(); err != nil {
		return 0, 0, fmt.Errorf("ast-grep: %w", err)
	}
	return time.Since(began), peakOf(command.ProcessState), nil
}
