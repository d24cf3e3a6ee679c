package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// peakOf returns the most memory an ended process held, in bytes.
func peakOf(state *os.ProcessState) int64 {
	if usage, ok := state.SysUsage().(*syscall.Rusage); ok {
		return usage.Maxrss * 1024
	}
	return 0
}

// residentOf returns how much memory a running process holds and the most it
// has held, in bytes. Only Linux tells.
func residentOf(pid int) (now, peak int64, err error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, 0, err
	}
	for lines := bufio.NewScanner(bytes.NewReader(status)); lines.Scan(); {
		key, value, _ := strings.Cut(lines.Text(), ":")
		kilobytes, err := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(value), " kB"), 10, 64)
		switch {
		case err != nil:
		case key == "VmRSS":
			now = kilobytes * 1024
		case key == "VmHWM":
			peak = kilobytes * 1024
		}
	}
	return now, peak, nil
}

// idle is how long a process is left alone before it counts as at rest: longer
// than the two minutes after which the engine gives back what it can make again.
const idle = 130 * time.Second

// atRest leaves a process alone and returns how much memory it holds then.
func atRest(pid int) (int64, error) {
	<-time.After(idle)
	now, _, err := residentOf(pid)
	return now, err
}

func megabytes(n int64) string { return fmt.Sprintf("%d MB", n/1_000_000) }
