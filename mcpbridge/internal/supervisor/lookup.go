package supervisor

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// lookPath finds a command in the PATH of the child's environment, or in that of this
// process if env has none. Like os/exec, it skips relative entries of PATH.
func lookPath(command string, env []string) (string, error) {
	if command == "" {
		return "", errors.New("empty command")
	}
	if strings.ContainsRune(command, filepath.Separator) {
		return command, nil
	}
	path, ok := lookupEnv(env, "PATH")
	if !ok {
		file, err := exec.LookPath(command)
		if errors.Is(err, exec.ErrNotFound) {
			err = notFound(command, os.Getenv("PATH"))
		}
		return file, err
	}
	for _, dir := range filepath.SplitList(path) {
		if !filepath.IsAbs(dir) {
			continue
		}
		if file := filepath.Join(dir, command); executable(file) {
			return file, nil
		}
	}
	return "", notFound(command, path)
}

func executable(file string) bool {
	info, err := os.Stat(file)
	return err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o111 != 0
}

// lookupEnv returns the last value of a name, which overrides earlier ones.
func lookupEnv(env []string, name string) (string, bool) {
	for i := len(env) - 1; i >= 0; i-- {
		if value, ok := strings.CutPrefix(env[i], name+"="); ok {
			return value, true
		}
	}
	return "", false
}
