//go:build unix && !linux

package faultchild

import (
	"errors"
	"fmt"
	"syscall"
	"time"
)

// Watch polls for the end of a process that need not be a child of this one.
func Watch(pid int) (ended func(time.Duration) error) {
	return func(patience time.Duration) error {
		for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
			if errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
				return nil
			}
		}
		return fmt.Errorf("process %d still runs", pid)
	}
}
