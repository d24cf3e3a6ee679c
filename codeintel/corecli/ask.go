package corecli

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
)

// ask is one question to the program.
type ask struct {
	command string
	args    []string
	dir     string // where it runs
	element string // what the question is about, if it is an element
	// verdict says that status 1 is how the program tells of findings, and its
	// answer counts all the same.
	verdict bool
}

// run runs the command. Values that would pass for options are refused: the
// program has no agreed way to mark them.
func (c *CLI) run(ctx context.Context, a *ask, values ...string) (*output, error) {
	if !c.Has(a.command) {
		return nil, failure(WrongVersion, "install a version of the coderef CLI that has it, or use the native engine",
			"the coderef CLI %s has no command %s; it has %s", c.version, a.command, strings.Join(c.commands, ", "))
	}
	for _, v := range values {
		if strings.HasPrefix(v, "-") || strings.ContainsRune(v, 0) {
			return nil, failure(InvalidInput, "leave the - away", "a value must not start with '-' nor contain NUL: %q", clip(v, 64))
		}
	}
	return c.exec(ctx, c.timeout, a.dir, append([]string{a.command}, a.args...)...)
}

// json runs the command and hands what it printed to read, which says errShape to
// what is no answer.
func (c *CLI) json(ctx context.Context, a *ask, read func(json.RawMessage) error, values ...string) error {
	out, err := c.run(ctx, a, values...)
	if err != nil {
		return err
	}
	if out.exit != 0 && (!a.verdict || out.exit != 1) {
		return a.failed(out)
	}
	err = extract(out.stdout, func(raw json.RawMessage) error {
		if o, ok := objectOf(raw); ok {
			if failed := a.told(o, out.exit); failed != nil {
				return failed
			}
		}
		return read(raw)
	})
	var no *Error
	if errors.As(err, &no) && no.Code == NotParsed {
		if out.exit != 0 {
			return a.failed(out)
		}
		// Some failures are told in words, and with status 0.
		text := plain(out.stdout) + "\n" + plain(out.stderr)
		if said := a.classify(text, 0); said.Code != Failed && !strings.ContainsAny(text, "{[") {
			return said
		}
	}
	return err
}

// failed tells why a run ended with a status other than 0.
func (a *ask) failed(out *output) error {
	text := plain(out.stderr)
	if strings.TrimSpace(text) == "" {
		text = plain(out.stdout[:min(len(out.stdout), maxErrorBytes)])
	}
	return a.classify(text, out.exit)
}
