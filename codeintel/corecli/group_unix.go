//go:build unix

package corecli

import (
	"os"
	"syscall"
)

// terminateGroup sends SIGTERM to the group of p. An error means that the group has ended.
func terminateGroup(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGTERM) }

// killGroup sends SIGKILL to the group of p. An error means that the group has ended.
func killGroup(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGKILL) }
