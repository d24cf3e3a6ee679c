//go:build unix && !linux

package supervisor

import "time"

// CPUTime is unknown on this system.
func (c *Child) CPUTime() (time.Duration, bool) { return 0, false }
