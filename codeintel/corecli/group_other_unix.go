//go:build unix && !linux

package corecli

import (
	"os/exec"
	"syscall"
)

func groupAttr() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// await has no way here to see the end of the leader without reaping it.
func await(cmd *exec.Cmd, ended func()) error {
	err := cmd.Wait()
	ended()
	killGroup(cmd.Process)
	return err
}
