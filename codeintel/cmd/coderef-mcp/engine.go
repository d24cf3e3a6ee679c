package main

import (
	"context"
	"flag"
	"fmt"

	"github.com/coderef-system/coderefd/codeintel/corecli"
)

// engineFlags declares the flags that select the engine. Call the returned function after the
// flags are parsed: it returns the installed coderef CLI, or nil for the native engine.
func engineFlags(flags *flag.FlagSet) func(context.Context) (*corecli.CLI, error) {
	engine := flags.String("engine", "native", "engine that runs the tools: native, or cli, which runs an installed "+
		"coderef CLI for each call")
	path := flags.String("cli-path", "", "with -engine=cli: `path` of the program, or of the folder that contains\n"+
		"dist/cli.js. Without it, coderef on PATH is used if \"coderef --version\" succeeds,\n"+
		"else $"+corecli.PathVariable+"/dist/cli.js, run by node")
	timeout := flags.Duration("cli-timeout", corecli.DefaultTimeout, "with -engine=cli: time limit for one run")
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
