package faultchild

import (
	"errors"
	"fmt"
	"time"

	"golang.org/x/sys/unix"
)

// Watch opens a process that need not be a child of this one. The returned
// function waits until the process has exited; a zombie counts as exited. It
// must be called once.
func Watch(pid int) (ended func(time.Duration) error) {
	fd, err := unix.PidfdOpen(pid, 0)
	if errors.Is(err, unix.ESRCH) {
		return func(time.Duration) error { return nil }
	}
	if err != nil {
		return func(time.Duration) error { return err }
	}
	return func(patience time.Duration) error {
		defer func() { _ = unix.Close(fd) }()
		fds := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}} //nolint:gosec // a file descriptor is a small number
		for {
			n, err := unix.Poll(fds, int(patience.Milliseconds()))
			switch {
			case errors.Is(err, unix.EINTR):
			case err != nil:
				return err
			case n == 0:
				return fmt.Errorf("process %d still runs", pid)
			default:
				return nil
			}
		}
	}
}
