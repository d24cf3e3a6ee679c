package corecli

import (
	"errors"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// groupAttr puts a program into a group of its own, and has the kernel kill it
// when the thread that started it ends.
func groupAttr() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// await waits for the leader, then kills the rest of the group while the leader is
// not reaped: until then no other group can have its number. ended is called in
// between.
func await(cmd *exec.Cmd, ended func()) error {
	for {
		err := unix.Waitid(unix.P_PID, cmd.Process.Pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if !errors.Is(err, unix.EINTR) {
			break // an error shows again in Wait
		}
	}
	ended()
	killGroup(cmd.Process)
	return cmd.Wait()
}
