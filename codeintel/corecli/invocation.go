package corecli

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
)

// invocation is one run of a command of the program.
type invocation struct {
	command string
	args    []string
	dir     string // working directory
	element string // the element that args name; empty if they name none
	// findingsExit means that the command exits with status 1 when it reports findings.
	// Its output is then parsed as usual.
	findingsExit bool
}

// run runs an invocation. values are the arguments that come from the caller. It rejects
// a value that starts with '-': the program would read it as an option, and not all of
// its versions support "--".
func (c *CLI) run(ctx context.Context, inv *invocation, values ...string) (*output, error) {
	if !c.Has(inv.command) {
		return nil, failure(WrongVersion,
			"install a version of the coderef CLI that has the command, or use the native engine",
			"coderef CLI %s has no command %s; its commands are %s",
			c.version, inv.command, strings.Join(c.commands, ", "))
	}
	for _, v := range values {
		if strings.HasPrefix(v, "-") || strings.ContainsRune(v, 0) {
			return nil, failure(InvalidInput, "remove the leading '-' or the NUL",
				"an argument must not start with '-' or contain NUL: %q", clip(v, 64))
		}
	}
	return c.exec(ctx, c.timeout, inv.dir, append([]string{inv.command}, inv.args...)...)
}

// runJSON runs an invocation and passes the JSON that it prints to read. read returns
// [errFormat] for JSON that is not the result of the command. For values, see [CLI.run].
func (c *CLI) runJSON(
	ctx context.Context, inv *invocation, read func(json.RawMessage) error, values ...string,
) error {
	out, err := c.run(ctx, inv, values...)
	if err != nil {
		return err
	}
	if out.exit != 0 && (!inv.findingsExit || out.exit != 1) {
		return inv.failed(out)
	}
	err = extract(out.stdout, func(raw json.RawMessage) error {
		if o, ok := objectOf(raw); ok {
			if failed := inv.reportedFailure(o, out.exit); failed != nil {
				return failed
			}
		}
		return read(raw)
	})
	var e *Error
	if errors.As(err, &e) && e.Code == NotParsed {
		if out.exit != 0 {
			return inv.failed(out)
		}
		// The program reports some failures as text, with status 0.
		text := plain(out.stdout) + "\n" + plain(out.stderr)
		if classified := inv.classify(text, 0); classified.Code != Failed && !strings.ContainsAny(text, "{[") {
			return classified
		}
	}
	return err
}

// failed returns the error of a run that ended with a status other than 0.
func (inv *invocation) failed(out *output) error {
	text := plain(out.stderr)
	if strings.TrimSpace(text) == "" {
		text = plain(out.stdout[:min(len(out.stdout), maxErrorBytes)])
	}
	return inv.classify(text, out.exit)
}
