package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

const firstGoal = 0.3

// first compares the first semantic query of a new process, for the callers of a function,
// with the same query of a new TypeScript language service.
func (b *bench) first(c *corpus) error {
	var ours, theirs []time.Duration
	var oursRSS, theirsRSS int64
	for range max(b.repeat*3/5, 1) {
		for i := range c.targets {
			t := &c.targets[i]
			mine, rss, err := b.firstOurs(c, t)
			if err != nil {
				return err
			}
			peer, peerRSS, sites, err := b.firstTypeScript(c, t)
			if err != nil {
				return err
			}
			b.logf("%s first query, %s: %s, TypeScript %s; call sites %d and %d",
				c.name, t.Name, seconds(mine), seconds(peer), t.sites, sites)
			ours, theirs = append(ours, mine), append(theirs, peer)
			oursRSS, theirsRSS = max(oursRSS, rss), max(theirsRSS, peerRSS)
		}
	}
	ratio := median(ours).Seconds() / median(theirs).Seconds()
	b.add(row{
		job: fmt.Sprintf(
			"first query: process start to the callers of one of %d targets, against TypeScript 5.9", len(c.targets)),
		corpus: c.name,
		ours:   fmt.Sprintf("%s, %s", seconds(median(ours)), megabytes(oursRSS)),
		theirs: fmt.Sprintf("%s, %s", seconds(median(theirs)), megabytes(theirsRSS)),
		figure: fmt.Sprintf("%.2f", ratio), goal: fmt.Sprintf("≤ %.2f", firstGoal), met: judge(ratio <= firstGoal),
	})
	return nil
}

func (b *bench) firstOurs(c *corpus, t *target) (took time.Duration, rss int64, err error) {
	began := time.Now()
	s, err := start(b.program)
	if err != nil {
		return 0, 0, err
	}
	calls, _, err := s.query(c.root, "calls-me", t.ID)
	took = time.Since(began)
	if err != nil {
		return 0, 0, err
	}
	if len(calls.Results) != t.sites {
		return 0, 0, fmt.Errorf("%s: %d calls in a new process, %d in a warm one", t.ID, len(calls.Results), t.sites)
	}
	if err := s.close(); err != nil {
		return 0, 0, err
	}
	return took, peakOf(s.command.ProcessState), nil
}

func (b *bench) firstTypeScript(c *corpus, t *target) (took time.Duration, rss int64, sites int, err error) {
	command := exec.Command("node", filepath.Join("oracle", "node", "callers.mjs"),
		b.tools(), c.root, t.File, strconv.Itoa(t.Line), t.Name)
	var out bytes.Buffer
	command.Stdout, command.Stderr = &out, os.Stderr
	began := time.Now()
	if err := command.Run(); err != nil {
		return 0, 0, 0, fmt.Errorf("%s: %w", strings.Join(command.Args, " "), err)
	}
	took = time.Since(began)
	sites, err = strconv.Atoi(strings.TrimSpace(out.String()))
	return took, peakOf(command.ProcessState), sites, err
}
