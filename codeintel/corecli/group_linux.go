package corecli

import (
	"errors"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// groupAttr puts a program into a separate process group. The kernel kills the program when
// the thread that started it ends.
func groupAttr() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// await waits until the leader of the group exits, calls ended, kills the rest of the group
// and reaps the leader. The kill precedes the reap, because the id of the group can be
// reused after the reap.
func await(cmd *exec.Cmd, ended func()) error {
	for {
		err := unix.Waitid(unix.P_PID, cmd.Process.Pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if !errors.Is(err, unix.EINTR) {
			break // Wait reports the same error
		}
	}
	ended()
	killGroup(cmd.Process)
	return cmd.Wait()
}
