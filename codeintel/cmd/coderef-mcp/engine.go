package main

import (
	"context"
	"flag"
	"fmt"

	"github.com/coderef-system/coderefd/codeintel/corecli"
)

// engineFlags declares the flags that tell who answers, and returns what finds an
// installed coderef CLI once they are parsed: nil where the engine answers itself.
func engineFlags(flags *flag.FlagSet) func(context.Context) (*corecli.CLI, error) {
	engine := flags.String("engine", "native", "who answers: native, or cli for an installed coderef CLI, which is run for each question")
	path := flags.String("cli-path", "", "with -engine=cli: `path` of the program, or of the folder that has dist/cli.js. Without it, coderef on PATH\n"+
		"is taken if \"coderef --version\" succeeds, else $"+corecli.PathVariable+"/dist/cli.js, run by node")
	timeout := flags.Duration("cli-timeout", corecli.DefaultTimeout, "with -engine=cli: longest time one run may take")
	return func(ctx context.Context) (*corecli.CLI, error) {
		switch {
		case *engine == "native" && *path != "":
			return nil, fmt.Errorf("-cli-path needs -engine=cli")
		case *engine == "native":
			return nil, nil
		case *engine != "cli":
			return nil, fmt.Errorf("-engine is native or cli, not %q", *engine)
		case *timeout <= 0:
			return nil, fmt.Errorf("-cli-timeout must be positive")
		}
		cli, err := corecli.Find(ctx, corecli.Options{Path: *path, Timeout: *timeout})
		if failed, ok := err.(*corecli.Error); ok { //nolint:errorlint // not wrapped
			return nil, fmt.Errorf("%w; %s", err, failed.Hint)
		}
		return cli, err
	}
}
