package supervisor

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// TestStartProblems: Check finds, without a start, the problem that makes Start fail, and
// both name the program or the folder.
func TestStartProblems(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string, mode os.FileMode) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
		return file
	}
	plain := write("plain", "#!/bin/sh\n", 0o600)
	program := write("program", "#!/bin/sh\n", 0o700)
	strange := write("strange", "\x01\x02", 0o700)
	orphan := write("orphan", "#!/nonexistent/interpreter\n", 0o700)
	missing := filepath.Join(dir, "missing")
	below := filepath.Join(plain, "below") // a path through a file
	s := newSupervisor(t, nil)
	for _, tt := range []struct {
		name            string
		spec            Spec
		folder, problem string // of Check
		start           string // of Start; empty: the same
	}{
		{name: "no problem", spec: Spec{Command: program, Dir: dir}},
		{name: "relative to the folder", spec: Spec{Command: "./program", Dir: dir}},
		{
			name: "missing program", spec: Spec{Command: missing},
			problem: `program "` + missing + `" does not exist`,
		},
		{
			name: "missing relative program", spec: Spec{Command: "./missing", Dir: dir},
			problem: `program "./missing" does not exist`,
		},
		{name: "folder as program", spec: Spec{Command: dir}, problem: `program "` + dir + `" is a folder`},
		{name: "not executable", spec: Spec{Command: plain}, problem: `program "` + plain + `" is not executable`},
		{
			name: "path through a file", spec: Spec{Command: below},
			problem: `program "` + below + `" cannot be used: not a directory`,
		},
		{
			name: "missing interpreter", spec: Spec{Command: orphan},
			start: `program "` + orphan + `" exists, but the interpreter in its first line or its dynamic loader does not`,
		},
		{
			name: "not a program", spec: Spec{Command: strange},
			start: `program "` + strange + `" cannot be started: exec format error`,
		},
		{
			name: "not in PATH", spec: Spec{Command: "missing", Env: []string{"PATH=relative:" + dir + ":/nonexistent"}},
			problem: `program "missing" was not found in the server's PATH (` + dir + `, /nonexistent)`,
		},
		{
			name: "PATH without folders", spec: Spec{Command: "missing", Env: []string{"PATH=relative"}},
			problem: `program "missing" was not found: the server's PATH has no absolute folder`,
		},
		{name: "no command", problem: "empty command"},
		{
			name: "missing folder", spec: Spec{Command: program, Dir: missing},
			folder: `working folder "` + missing + `" does not exist`,
		},
		{
			name: "file as folder", spec: Spec{Command: program, Dir: plain},
			folder: `working folder "` + plain + `" is not a folder`,
		},
		{
			name: "folder below a file", spec: Spec{Command: program, Dir: below},
			folder: `working folder "` + below + `" cannot be used: not a directory`,
		},
		{
			name: "missing folder hides a relative program", spec: Spec{Command: "./missing", Dir: missing},
			folder: `working folder "` + missing + `" does not exist`,
		},
		{
			name: "missing folder and program", spec: Spec{Command: below + "/program", Dir: missing},
			folder:  `working folder "` + missing + `" does not exist`,
			problem: `program "` + below + `/program" cannot be used: not a directory`,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			folder, problem := Check(tt.spec)
			if message(folder) != tt.folder || message(problem) != tt.problem {
				t.Errorf("Check: got %q and %q, want %q and %q", message(folder), message(problem), tt.folder, tt.problem)
			}
			want := tt.start
			for _, other := range []string{tt.folder, tt.problem} {
				if want == "" {
					want = other
				}
			}
			c, err := s.Start(t.Context(), tt.spec)
			if err == nil {
				c.discard()
			}
			if message(err) != want {
				t.Errorf("Start: got %q, want %q", message(err), want)
			}
			if start, ok := errors.AsType[*StartError](err); ok && start.Unwrap() == nil {
				t.Errorf("Unwrap of %v: got nil, want the error of the system", err)
			}
		})
	}
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// TestCauseWithoutPath: an error that has no path keeps its text.
func TestCauseWithoutPath(t *testing.T) {
	t.Parallel()
	path := &os.PathError{Op: "stat", Path: "/x", Err: errors.New("broken")}
	for _, tt := range []struct {
		name string
		err  error
		want string
	}{
		{"with a path", path, "broken"},
		{"wrapped", errors.Join(path), "broken"},
		{"without a path", errors.New("other"), "other"},
	} {
		if got := cause(tt.err); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}
