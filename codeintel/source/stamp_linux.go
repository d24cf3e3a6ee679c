package source

import "syscall"

// These functions avoid the os package, whose results need an allocation each: a project
// takes thousands of calls.

func stat(path string) statResult {
	var st syscall.Stat_t
	err := syscall.Stat(path, &st)
	for err == syscall.EINTR {
		err = syscall.Stat(path, &st)
	}
	return looked(&st, err)
}

func lstat(path string) statResult {
	var st syscall.Stat_t
	err := syscall.Lstat(path, &st)
	for err == syscall.EINTR {
		err = syscall.Lstat(path, &st)
	}
	return looked(&st, err)
}

func looked(st *syscall.Stat_t, err error) statResult {
	if err != nil {
		return statResult{}
	}
	kind := st.Mode & syscall.S_IFMT
	return statResult{
		stamp: Stamp{
			Size: st.Size, MTime: st.Mtim.Nano(), CTime: st.Ctim.Nano(), Inode: st.Ino, Dir: kind == syscall.S_IFDIR,
		},
		exists: true, regular: kind == syscall.S_IFREG, link: kind == syscall.S_IFLNK,
	}
}
