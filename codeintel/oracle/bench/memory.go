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

// atRest waits until a process holds about the same memory for some seconds and
// returns how much that is, or what it holds after half a minute.
func atRest(pid int) (int64, error) {
	const settled, patience = 5, 30
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	var last int64
	same := 0
	for range patience {
		now, _, err := residentOf(pid)
		if err != nil {
			return 0, err
		}
		if same++; now > last+last/50 || now < last-last/50 {
			last, same = now, 0
		}
		if same == settled {
			return now, nil
		}
		<-ticker.C
	}
	return last, nil
}

func megabytes(n int64) string { return fmt.Sprintf("%d MB", n/1_000_000) }
