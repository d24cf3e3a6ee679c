package source

import "time"

// Stamp is what a stat tells of a file's version. Equal stamps mean an
// unchanged file, unless the stamp is fresh: see [Stamp.Fresh].
type Stamp struct {
	Size  int64
	MTime int64  // nanoseconds
	CTime int64  // nanoseconds; 0 where the system has none
	Inode uint64 // 0 where the system has none
	Dir   bool
}

// stampGranularity is the coarsest clock tick a file system stamps with that
// is still in wide use (ext4 and xfs stamp with the kernel tick, ≤ 10 ms; 2 s
// is left to FAT, where nobody keeps sources).
const stampGranularity = 50 * time.Millisecond

// Fresh reports a stamp so close to the moment it was taken that a later write
// could leave it unchanged (git calls such an entry racy). The content of a
// fresh file must be compared before it is trusted again.
func (s Stamp) Fresh(taken time.Time) bool {
	limit := taken.Add(-stampGranularity).UnixNano()
	return s.MTime >= limit || s.CTime >= limit
}

// StampOf stats a path; ok is false when there is nothing.
func StampOf(path string) (stamp Stamp, ok bool) {
	look := stat(path)
	return look.stamp, look.exists
}

// lookedAt is the outcome of a stat; what is not there has a zero stamp.
type lookedAt struct {
	stamp   Stamp
	exists  bool
	regular bool
	link    bool
}
