package supervisor

import (
	"errors"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// pipeBytes is the size requested for a child's stdin and stdout pipes. Large messages need
// fewer wakeups with a larger pipe. Where the user's limit is exhausted, the pipe keeps the
// kernel's default of 64 KiB.
const pipeBytes = 256 << 10

// childAttr puts the child into a group of its own, and makes the kernel kill it when the
// spawning thread ends. That thread lives as long as the service.
func childAttr() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// guardAttr has no parent-death signal: the guard must outlive the service.
func guardAttr() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// waitExited waits until pid has ended and leaves it a zombie. It reports false if it could
// not wait.
func waitExited(pid int) bool {
	for {
		err := unix.Waitid(unix.P_PID, pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if !errors.Is(err, unix.EINTR) {
			return err == nil
		}
	}
}

func growPipe(f *os.File) {
	conn, err := f.SyscallConn()
	if err != nil {
		return
	}
	_ = conn.Control(func(fd uintptr) {
		_, _ = unix.FcntlInt(fd, unix.F_SETPIPE_SZ, pipeBytes)
	})
}
