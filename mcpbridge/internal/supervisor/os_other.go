//go:build unix && !linux

package supervisor

import (
	"os"
	"syscall"
	"time"
)

func childAttr() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

func guardAttr() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// waitExited has no portable form: here the leader is reaped before its group is
// killed.
func waitExited(int) bool { return false }

func growPipe(*os.File) {}

// CPUTime is not known here.
func (c *Child) CPUTime() (time.Duration, bool) { return 0, false }
