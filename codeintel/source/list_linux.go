package source

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io/fs"
	"syscall"
	"unsafe"
)

// readFolder returns the entries of a folder in an unspecified order, and the folder's stamp
// from before the read.
func readFolder(path string) (entries []entry, look statResult, err error) {
	fd, err := retried(func() (int, error) {
		return syscall.Open(path, syscall.O_RDONLY|syscall.O_DIRECTORY|syscall.O_CLOEXEC|openFlags, 0)
	})
	if err != nil {
		return nil, stat(path), &fs.PathError{Op: "open", Path: path, Err: err}
	}
	defer syscall.Close(fd) //nolint:errcheck // nothing was written
	var st syscall.Stat_t
	look = looked(&st, syscall.Fstat(fd, &st))
	var buffer [8 << 10]byte
	for {
		n, err := retried(func() (int, error) { return syscall.ReadDirent(fd, buffer[:]) })
		if err != nil {
			return nil, look, &fs.PathError{Op: "read", Path: path, Err: err}
		}
		if n <= 0 {
			return entries, look, nil
		}
		entries = appendEntries(entries, path, buffer[:n])
	}
}

// appendEntries adds the records in a buffer of struct linux_dirent64.
func appendEntries(entries []entry, path string, records []byte) []entry {
	const (
		lengthAt = unsafe.Offsetof(syscall.Dirent{}.Reclen)
		typeAt   = unsafe.Offsetof(syscall.Dirent{}.Type)
		nameAt   = unsafe.Offsetof(syscall.Dirent{}.Name)
	)
	for len(records) > int(nameAt) {
		length := binary.NativeEndian.Uint16(records[lengthAt:])
		record := records[:length]
		records = records[length:]
		name, _, _ := bytes.Cut(record[nameAt:], []byte{0})
		if string(name) == "." || string(name) == ".." {
			continue
		}
		e := entry{name: string(name), kind: otherEntry}
		switch record[typeAt] {
		case syscall.DT_DIR:
			e.kind = folderEntry
		case syscall.DT_LNK:
			e.kind = linkEntry
		case syscall.DT_REG:
			e.kind = fileEntry
		case syscall.DT_UNKNOWN: // the file system does not report types
			e.kind = kindOf(lstat(path + "/" + e.name))
		}
		entries = append(entries, e)
	}
	return entries
}

// retried repeats a system call while signals interrupt it.
func retried(call func() (int, error)) (int, error) {
	for {
		n, err := call()
		if !errors.Is(err, syscall.EINTR) {
			return n, err
		}
	}
}
