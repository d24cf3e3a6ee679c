// Package pytruth is the oracle for Python. It uses CPython's own parser and jedi, in a
// Python process that shares no code with the engine.
package pytruth

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"

	"github.com/coderef-system/coderefd/codeintel/oracle/truth"
)

// Oracle is a running Python process. It serves one caller at a time.
type Oracle struct {
	command *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
}

var _ truth.Oracle = (*Oracle)(nil)

// Start starts the oracle for the project at root. script is the path of oracle.py, and
// tools the folder that contains jedi. The process is killed when ctx ends.
func Start(ctx context.Context, stderr io.Writer, script, tools, root string) (*Oracle, error) {
	command := exec.CommandContext(ctx, "python3", script, root)
	command.Env = append(os.Environ(), "PYTHONPATH="+tools, "PYTHONDONTWRITEBYTECODE=1")
	command.Stderr = stderr
	in, err := command.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := command.Start(); err != nil {
		return nil, fmt.Errorf("start python3, which the Python oracle needs: %w", err)
	}
	return &Oracle{command: command, in: in, out: bufio.NewReaderSize(out, 1<<20)}, nil
}

// Close stops the process and waits for it.
func (o *Oracle) Close() error {
	return errors.Join(o.in.Close(), o.command.Wait())
}

// Truth implements [truth.Oracle].
func (o *Oracle) Truth(_ context.Context, sample truth.Sample) (*truth.Project, error) {
	var project truth.Project
	err := o.request(struct {
		Op string `json:"op"`
		truth.Sample
	}{"truth", sample}, &project)
	return &project, err
}

// JudgeFiles implements [truth.Oracle].
func (o *Oracle) JudgeFiles(_ context.Context, extras []truth.Extra) ([]string, error) {
	return o.judge("files", extras)
}

// JudgeCalls implements [truth.Oracle].
func (o *Oracle) JudgeCalls(_ context.Context, extras []truth.Extra) ([]string, error) {
	return o.judge("calls", extras)
}

func (o *Oracle) judge(relation string, extras []truth.Extra) ([]string, error) {
	var rules []string
	err := o.request(map[string]any{"op": "judge", "relation": relation, "extras": extras}, &rules)
	if err == nil && len(rules) != len(extras) {
		err = fmt.Errorf("the Python oracle returned %d rules for %d extras", len(rules), len(extras))
	}
	return rules, err
}

// request writes one request and decodes the line of the response.
func (o *Oracle) request(request, response any) error {
	line, err := json.Marshal(request)
	if err != nil {
		return err
	}
	if _, err := o.in.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("query the Python oracle: %w", err)
	}
	line, err = o.out.ReadBytes('\n')
	if err != nil {
		return fmt.Errorf("query the Python oracle: %w", err)
	}
	return json.Unmarshal(line, response)
}
