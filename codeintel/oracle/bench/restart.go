package main

import (
	"errors"
	"fmt"
	"os"
	"time"
)

// restart measures what the cache on disk costs and brings: a process that learns a
// project and writes it down before it ends, and one that finds it there. Neither
// is compared with anything, since all other figures are of processes without.
func (b *bench) restart(c *corpus) error {
	var answered, ended, bare [2][]time.Duration // cold, and after a restart
	for range b.repeat {
		err := inFolder(func(cacheDir string) error {
			for i := range answered {
				first, last, _, err := b.scanOurs(c, cacheDir)
				if err != nil {
					return err
				}
				_, without, _, err := b.scanOurs(c, "")
				if err != nil {
					return err
				}
				answered[i], ended[i], bare[i] = append(answered[i], first), append(ended[i], last), append(bare[i], without)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	for i, job := range []string{
		"scan with an empty cache: process start to full answer, and to its end; without a cache to its end",
		"scan after a restart, from the cache: process start to full answer, and to its end; without a cache to its end",
	} {
		b.say("%s %s: %s, %s; %s", c.name, job, seconds(median(answered[i])), seconds(median(ended[i])), seconds(median(bare[i])))
		b.add(row{
			job: job, corpus: c.name, ours: fmt.Sprintf("%s, %s; %s", seconds(median(answered[i])), seconds(median(ended[i])), seconds(median(bare[i]))),
			figure: seconds(median(answered[i])), goal: "-",
		})
	}
	return nil
}

// inFolder lends a new folder to do and removes it afterwards.
func inFolder(do func(dir string) error) (err error) {
	dir, err := os.MkdirTemp("", "bench-*")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	return do(dir)
}
