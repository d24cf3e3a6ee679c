package main

import (
	"context"
	"log/slog"
	"os"
	"testing"

	"go.uber.org/goleak"

	"github.com/coderef-system/coderefd/codeintel/mcpserver"
)

// asServer is the environment variable that makes the test binary run as coderef-mcp.
const asServer = "CODEREF_ORACLE_TEST_AS_SERVER"

func TestMain(m *testing.M) {
	if os.Getenv(asServer) != "" {
		logger := slog.New(slog.NewTextHandler(os.Stderr, nil))
		config := mcpserver.Config{Version: "test", Logger: logger}
		if err := mcpserver.Serve(context.Background(), config, os.Stdin, os.Stdout); err != nil {
			logger.Error("server stopped", "error", err)
			os.Exit(1)
		}
		return
	}
	goleak.VerifyTestMain(m)
}
