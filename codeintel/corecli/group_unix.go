//go:build unix

package corecli

import (
	"os"
	"syscall"
)

// A group that is gone needs no signal.
func terminateGroup(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGTERM) }

func killGroup(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGKILL) }
