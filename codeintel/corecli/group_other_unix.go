//go:build unix && !linux

package corecli

import (
	"os/exec"
	"syscall"
)

func groupAttr() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// await waits until the leader of the group exits, calls ended and kills the rest of the
// group. It reaps the leader first: these systems have no Waitid with WNOWAIT in package unix.
func await(cmd *exec.Cmd, ended func()) error {
	err := cmd.Wait()
	ended()
	killGroup(cmd.Process)
	return err
}
