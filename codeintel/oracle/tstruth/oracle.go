// Package tstruth is the oracle for TypeScript. It uses TypeScript's own compiler and
// language service, in a Node.js process that shares no code with the engine.
package tstruth

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"

	"github.com/coderef-system/coderefd/codeintel/oracle/truth"
)

// Oracle is a running Node.js process. It serves one caller at a time.
type Oracle struct {
	command *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
}

var _ truth.Oracle = (*Oracle)(nil)

// Start starts the oracle for the project at root. script is the path of oracle.mjs, and
// tools the folder in which TypeScript is installed. The process is killed when ctx ends.
func Start(ctx context.Context, stderr io.Writer, script, tools, root string) (*Oracle, error) {
	command := exec.CommandContext(ctx, "node", "--max-old-space-size=8192", script, tools, root)
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
		return nil, fmt.Errorf("start node, which the TypeScript oracle needs: %w", err)
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

// JudgeFiles implements [truth.Oracle]. No rule applies to imports, so each extra is false.
func (o *Oracle) JudgeFiles(_ context.Context, extras []truth.Extra) ([]string, error) {
	return make([]string, len(extras)), nil
}

// JudgeCalls implements [truth.Oracle].
func (o *Oracle) JudgeCalls(_ context.Context, extras []truth.Extra) ([]string, error) {
	var rules []string
	err := o.request(map[string]any{"op": "judge", "extras": extras}, &rules)
	if err == nil && len(rules) != len(extras) {
		err = fmt.Errorf("the TypeScript oracle returned %d rules for %d extras", len(rules), len(extras))
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
		return fmt.Errorf("query the TypeScript oracle: %w", err)
	}
	line, err = o.out.ReadBytes('\n')
	if err != nil {
		return fmt.Errorf("query the TypeScript oracle: %w", err)
	}
	return json.Unmarshal(line, response)
}
