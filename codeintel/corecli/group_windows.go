package corecli

import (
	"os"
	"os/exec"
	"syscall"
)

// Process groups of Windows take no signals: only the program itself is ended.
func groupAttr() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

func terminateGroup(p *os.Process) { _ = p.Kill() }

func killGroup(p *os.Process) { _ = p.Kill() }

func await(cmd *exec.Cmd, ended func()) error {
	err := cmd.Wait()
	ended()
	return err
}
