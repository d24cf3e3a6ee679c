package corecli

import (
	"os"
	"os/exec"
	"syscall"
)

// groupAttr puts a program into a separate process group.
func groupAttr() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

// terminateGroup kills p, but not its children: Windows has no signals for process groups.
func terminateGroup(p *os.Process) { _ = p.Kill() }

// killGroup is [terminateGroup].
func killGroup(p *os.Process) { _ = p.Kill() }

// await waits until the program exits, and calls ended.
func await(cmd *exec.Cmd, ended func()) error {
	err := cmd.Wait()
	ended()
	return err
}
