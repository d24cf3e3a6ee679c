package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

const (
	graphGoal   = 0.25
	importsGoal = 0.2
	peakGoal    = 1 << 30
)

// side runs one of two compared programs from its start to its end. It returns the time and
// the peak resident memory in bytes.
type side func(*corpus) (took time.Duration, rss int64, err error)

// compare runs two sides alternately and adds a row. It returns the peak resident memory of
// ours, in bytes.
func (b *bench) compare(c *corpus, job string, goal float64, ours, theirs side) (int64, error) {
	var mine, peers []time.Duration
	var mineRSS, peerRSS int64
	for range max(b.repeat*3/5, 1) {
		took, rss, err := ours(c)
		if err != nil {
			return 0, err
		}
		peer, other, err := theirs(c)
		if err != nil {
			return 0, err
		}
		b.logf("%s %s: %s, peer %s", c.name, job, seconds(took), seconds(peer))
		mine, peers = append(mine, took), append(peers, peer)
		mineRSS, peerRSS = max(mineRSS, rss), max(peerRSS, other)
	}
	ratio := median(mine).Seconds() / median(peers).Seconds()
	b.add(row{
		job: job, corpus: c.name,
		ours:   fmt.Sprintf("%s, %s", seconds(median(mine)), megabytes(mineRSS)),
		theirs: fmt.Sprintf("%s, %s", seconds(median(peers)), megabytes(peerRSS)),
		figure: fmt.Sprintf("%.2f", ratio), goal: fmt.Sprintf("≤ %.2f", goal), met: judge(ratio <= goal),
	})
	return mineRSS, nil
}

// graph compares the computation of the whole typed graph, which has all calls and imports
// of all files, with TypeScript's checker. A diagram of a project's dependencies needs this
// graph.
func (b *bench) graph(c *corpus) error {
	job := "whole typed graph: process start to the end, against TypeScript 5.9's checker"
	peak, err := b.compare(c, job, graphGoal,
		func(c *corpus) (time.Duration, int64, error) { return b.diagram(c, "dependencies") },
		func(c *corpus) (time.Duration, int64, error) {
			return b.peer("node", filepath.Join("oracle", "node", "graph.mjs"), b.tools(), c.root)
		})
	if err != nil {
		return err
	}
	b.add(row{
		job: "memory: peak with the whole typed graph", corpus: c.name,
		ours: megabytes(peak), figure: megabytes(peak), goal: "≤ " + megabytes(peakGoal),
		met: judge(peak <= peakGoal),
	})
	return nil
}

// imports compares the computation of the import graph of all files with dependency-cruiser.
func (b *bench) imports(c *corpus) error {
	_, err := b.compare(c, "import graph: process start to the end, against dependency-cruiser", importsGoal,
		func(c *corpus) (time.Duration, int64, error) { return b.diagram(c, "imports") },
		func(c *corpus) (time.Duration, int64, error) {
			return b.peer(b.cruiser(),
				"--no-config", "--no-progress", "--ts-pre-compilation-deps", "--output-type", "json", c.root)
		})
	return err
}

func (b *bench) cruiser() string {
	return filepath.Join(b.tools(), "node_modules", ".bin", "depcruise")
}

// diagram draws a project with a new process.
func (b *bench) diagram(c *corpus, kind string) (took time.Duration, rss int64, err error) {
	began := time.Now()
	s, err := start(b.program)
	if err != nil {
		return 0, 0, err
	}
	line, _, err := s.tool("coderef_diagram", map[string]any{
		"project_path": c.root, "diagram_type": kind, "max_nodes": 2000,
	})
	took = time.Since(began)
	var drawn struct{ Nodes, Edges int }
	if err == nil {
		err = decode(line, &drawn)
	}
	if err == nil && (drawn.Nodes == 0 || drawn.Edges == 0) {
		err = errors.New("the diagram is empty")
	}
	if err = errors.Join(err, s.close()); err != nil {
		return 0, 0, fmt.Errorf("diagram of %s: %w", kind, err)
	}
	return took, peakOf(s.command.ProcessState), nil
}

// peer runs another program to its end. It fails if the output is shorter than 1000 bytes.
func (b *bench) peer(program string, args ...string) (took time.Duration, rss int64, err error) {
	command := exec.Command(program, args...)
	var out bytes.Buffer
	command.Stdout, command.Stderr = &out, os.Stderr
	began := time.Now()
	err = command.Run()
	took = time.Since(began)
	if err == nil && out.Len() < 1000 {
		err = fmt.Errorf("its output is too short: %q", out.String())
	}
	if err != nil {
		return 0, 0, fmt.Errorf("%s: %w", filepath.Base(program), err)
	}
	return took, peakOf(command.ProcessState), nil
}
