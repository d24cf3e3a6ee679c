//go:build unix && !linux

package supervisor

import (
	"os"
	"syscall"
)

func childAttr() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

func guardAttr() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// waitExited has no portable implementation. Without it, the leader is reaped before its
// group is killed.
func waitExited(int) bool { return false }

func growPipe(*os.File) {}
