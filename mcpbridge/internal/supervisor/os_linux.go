package supervisor

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// pipeBytes is the size asked for a child's stdin and stdout pipes. Large
// messages cross a larger pipe with fewer wakeups; the kernel's default of
// 64 KiB is kept where the user's limit is spent.
const pipeBytes = 256 << 10

// childAttr puts the child into a group of its own and has the kernel kill it
// when the spawning thread, which lives as long as the service, ends.
func childAttr() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// guardAttr has no parent-death signal: outliving us is the guard's purpose.
func guardAttr() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// waitExited waits until pid has ended and leaves it a zombie; false means that
// it could not wait.
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

// CPUTime is the processor time the process has used, without its children's.
// ok is false where the system does not tell.
func (c *Child) CPUTime() (d time.Duration, ok bool) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", c.pid))
	if err != nil {
		return 0, false
	}
	// The second field, the command name in parentheses, may hold spaces.
	end := bytes.LastIndexByte(stat, ')')
	fields := bytes.Fields(stat[end+1:])
	const utime, stime = 11, 12 // proc_pid_stat(5), counted from the third field
	if end < 0 || len(fields) <= stime {
		return 0, false
	}
	u, err1 := strconv.ParseInt(string(fields[utime]), 10, 64)
	s, err2 := strconv.ParseInt(string(fields[stime]), 10, 64)
	if err1 != nil || err2 != nil {
		return 0, false
	}
	const tick = 10 * time.Millisecond // USER_HZ is 100 on every Linux port of Go
	return time.Duration(u+s) * tick, true
}
