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

// astGrepRules are the same seven kinds of declarations that a scan lists.
//
//go:embed astgrep.yml
var astGrepRules string

const scanGoal = 0.35

// scan compares a scan by a fresh process with ast-grep's, which writes file,
// line and kind of each match: its shortest and fastest report. (As JSON it writes
// the whole text of every match as well.)
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
		b.say("%s scan: %s, ast-grep %s", c.name, seconds(mine), seconds(peer))
		ours, theirs = append(ours, mine), append(theirs, peer)
		oursRSS, theirsRSS = max(oursRSS, rss), max(theirsRSS, peerRSS)
	}
	ratio := median(ours).Seconds() / median(theirs).Seconds()
	b.add(row{
		job: "scan: process start to full answer, against ast-grep", corpus: c.name,
		ours:   fmt.Sprintf("%s, %s", seconds(median(ours)), megabytes(oursRSS)),
		theirs: fmt.Sprintf("%s, %s", seconds(median(theirs)), megabytes(theirsRSS)),
		figure: fmt.Sprintf("%.2f", ratio), goal: fmt.Sprintf("≤ %.2f", scanGoal), met: judge(ratio <= scanGoal),
	})
	return nil
}

// scanOurs has a fresh process scan, and tells when it had answered and when it
// had ended.
func (b *bench) scanOurs(c *corpus, cacheDir string) (answered, ended time.Duration, rss int64, err error) {
	began := time.Now()
	s, err := startWith(b.program, cacheDir)
	if err != nil {
		return 0, 0, 0, err
	}
	_, err = s.scan(c.root, c.languages...)
	answered = time.Since(began)
	if err = errors.Join(err, s.close()); err != nil {
		return 0, 0, 0, err
	}
	return answered, time.Since(began), peakOf(s.command.ProcessState), nil
}

func (b *bench) scanAstGrep(c *corpus) (took time.Duration, rss int64, err error) {
	command := exec.Command(b.astGrep(), "scan", "--inline-rules", astGrepRules, "--report-style=short", "--color=never", c.root)
	command.Stdout, command.Stderr = io.Discard, os.Stderr
	began := time.Now()
	if err := command.Run(); err != nil {
		return 0, 0, fmt.Errorf("ast-grep: %w", err)
	}
	return time.Since(began), peakOf(command.ProcessState), nil
}
