// Package guard is the body of the guard process and its protocol.
//
// A service that is killed cannot stop its child processes. The guard is a small
// additional process, in a process group of its own, that knows the group of every child
// and holds the read end of a pipe whose only write end is in the service. When the pipe
// ends, for any reason, the guard kills the groups that are still registered and exits.
//
// The pipe carries lines: "+<pgid>" registers a group, "-<pgid>" removes it.
package guard

import (
	"bufio"
	"fmt"
	"io"
	"os/signal"
	"strconv"
	"syscall"
)

// Register is the line that adds a process group.
func Register(pgid int) []byte { return fmt.Appendf(nil, "+%d\n", pgid) }

// Deregister is the line that removes a process group.
func Deregister(pgid int) []byte { return fmt.Appendf(nil, "-%d\n", pgid) }

// Run reads r to its end, then kills every group that is still registered. Its error is
// that of reading r.
//
// It ignores SIGINT, SIGTERM and SIGHUP in the whole process: a terminal or a service
// manager that signals all processes must not end the guard before the service.
func Run(r io.Reader) error {
	signal.Ignore(syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	return run(r, func(pgid int) { _ = syscall.Kill(-pgid, syscall.SIGKILL) })
}

func run(r io.Reader, kill func(pgid int)) error {
	groups := make(map[int]struct{})
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		apply(groups, lines.Text())
	}
	for pgid := range groups {
		kill(pgid)
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("read guard pipe: %w", err)
	}
	return nil
}

// apply executes one line. It ignores invalid lines: a guard that ended early would kill
// healthy children.
func apply(groups map[int]struct{}, line string) {
	if len(line) < 2 {
		return
	}
	// kill(-1) and kill(0) would signal more than the group of one child.
	pgid, err := strconv.Atoi(line[1:])
	if err != nil || pgid <= 1 {
		return
	}
	switch line[0] {
	case '+':
		groups[pgid] = struct{}{}
	case '-':
		delete(groups, pgid)
	}
}
