package source

import "time"

// Stamp identifies the version of a file by the result of stat. Equal stamps mean an unchanged
// file, unless the stamp is fresh: see [Stamp.Fresh].
type Stamp struct {
	Size  int64
	MTime int64  // nanoseconds
	CTime int64  // nanoseconds; 0 if the system does not report it
	Inode uint64 // 0 if the system does not report it
	Dir   bool
}

// stampGranularity is longer than the resolution of file times on the common file systems. ext4 and
// xfs have that of the kernel tick, at most 10 ms. FAT has 2 s, but is not used for source code.
const stampGranularity = 50 * time.Millisecond

// Fresh reports whether the stamp was taken so soon after the last write that a later write may
// result in an equal stamp. git calls such an entry racy. If a fresh stamp equals a later one, the
// caller must compare the contents. taken is the time of the stat.
func (s Stamp) Fresh(taken time.Time) bool {
	limit := taken.Add(-stampGranularity).UnixNano()
	return s.MTime >= limit || s.CTime >= limit
}

// StampOf returns the stamp of a path; ok is false if it does not exist.
func StampOf(path string) (stamp Stamp, ok bool) {
	look := stat(path)
	return look.stamp, look.exists
}

// statResult is the result of a stat. A path that does not exist has a zero stamp.
type statResult struct {
	stamp   Stamp
	exists  bool
	regular bool
	link    bool
}
