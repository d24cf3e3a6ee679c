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

// peakOf returns the peak resident memory of an exited process, in bytes.
func peakOf(state *os.ProcessState) int64 {
	if usage, ok := state.SysUsage().(*syscall.Rusage); ok {
		return usage.Maxrss * 1024
	}
	return 0
}

// residentOf returns the current and the peak resident memory of a running process, in
// bytes. It works on Linux only.
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

// idle is the time without queries after which a process counts as at rest. It is longer
// than the two minutes after which the engine releases programs and types.
const idle = 130 * time.Second

// atRest waits for idle and returns the resident memory of a process, in bytes.
func atRest(pid int) (int64, error) {
	<-time.After(idle)
	now, _, err := residentOf(pid)
	return now, err
}

func megabytes(n int64) string { return fmt.Sprintf("%d MB", n/1_000_000) }
