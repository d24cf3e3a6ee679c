package main

import (
	"errors"
	"fmt"
	"os"
	"time"
)

// restart measures the cost and the benefit of the cache on disk: one process analyses a
// project and writes the cache before it exits, and another one reads it. It has no goal
// and no peer: goals and peers apply only to processes without a cache.
func (b *bench) restart(c *corpus) error {
	var scanned, exited, uncached [2][]time.Duration // with an empty cache, and after a restart
	for range b.repeat {
		err := inFolder(func(cacheDir string) error {
			for i := range scanned {
				first, last, _, err := b.scanOurs(c, cacheDir)
				if err != nil {
					return err
				}
				_, without, _, err := b.scanOurs(c, "")
				if err != nil {
					return err
				}
				scanned[i] = append(scanned[i], first)
				exited[i] = append(exited[i], last)
				uncached[i] = append(uncached[i], without)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	for i, job := range []string{
		"scan with an empty cache: process start to full result, process start to exit; " +
			"for comparison, start to exit of a process without a cache",
		"scan after a restart, from the cache: process start to full result, process start to exit; " +
			"for comparison, start to exit of a process without a cache",
	} {
		result := seconds(median(scanned[i]))
		times := fmt.Sprintf("%s, %s; %s", result, seconds(median(exited[i])), seconds(median(uncached[i])))
		b.logf("%s %s: %s", c.name, job, times)
		b.add(row{job: job, corpus: c.name, ours: times, figure: result, goal: "-"})
	}
	return nil
}

// inFolder calls do with a new temporary folder and removes the folder afterwards.
func inFolder(do func(dir string) error) (err error) {
	dir, err := os.MkdirTemp("", "bench-*")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	return do(dir)
}
