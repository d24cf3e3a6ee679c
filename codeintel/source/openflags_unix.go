//go:build unix && !linux

package source

import "syscall"

// openFlags make opening a pipe or a terminal return at once, and keep a terminal from
// becoming that of the process.
const openFlags = syscall.O_NONBLOCK | syscall.O_NOCTTY
