package mcpserver

import "errors"

func mkfifo(string) error { return errors.ErrUnsupported }
