package source

import (
	"cmp"
	"os"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// handle is a file descriptor. The os package would need several allocations for each file.
type handle int

const noHandle handle = -1

// openFlags make opening a pipe or a terminal return at once, and keep a terminal from
// becoming that of the process.
const openFlags = syscall.O_NONBLOCK | syscall.O_NOCTTY

func openHandle(path string) (handle, error) {
	fd, err := retried(func() (int, error) {
		return syscall.Open(path, syscall.O_RDONLY|syscall.O_CLOEXEC|openFlags, 0)
	})
	return handle(fd), err
}

// handleOf returns a handle of an open file and closes the file.
func handleOf(file *os.File) (handle, error) {
	defer file.Close()
	conn, err := file.SyscallConn() // File.Fd would clear O_NONBLOCK
	if err != nil {
		return noHandle, err
	}
	h := noHandle
	var failed error
	err = conn.Control(func(fd uintptr) {
		var dup int
		dup, failed = unix.FcntlInt(fd, unix.F_DUPFD_CLOEXEC, 0)
		h = handle(dup)
	})
	return h, cmp.Or(failed, err)
}

func (h handle) stat() statResult {
	var st syscall.Stat_t
	_, err := retried(func() (int, error) { return 0, syscall.Fstat(int(h), &st) })
	return looked(&st, err)
}

// path returns the real path of the open file; ok is false without /proc.
func (h handle) path() (path string, ok bool) {
	path, err := os.Readlink("/proc/self/fd/" + strconv.Itoa(int(h)))
	return path, err == nil
}

func (h handle) read(p []byte) (int, error) {
	return retried(func() (int, error) { return syscall.Read(int(h), p) })
}

// file returns the handle as a file, which closes it.
func (h handle) file(path string) *os.File { return os.NewFile(uintptr(h), path) }

func (h handle) close() { _ = syscall.Close(int(h)) } // nothing was written
