package supervisor

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"time"
)

// CPUTime is the processor time that the process has used, without that of its children. ok is
// false if it is unknown.
func (c *Child) CPUTime() (d time.Duration, ok bool) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", c.pid))
	if err != nil {
		return 0, false
	}
	// The second field, the command name in parentheses, may contain spaces.
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
