package app

import (
	"io"
	"log/slog"

	"github.com/coderef-system/coderefd/internal/config"
	"github.com/coderef-system/coderefd/internal/telemetry"
)

// Build describes the build of the program.
type Build = telemetry.Build

// ReadBuild returns the build of this executable. Values from the linker take precedence.
func ReadBuild(version, commit string) Build { return telemetry.ReadBuild(version, commit) }

// LogTelemetryErrors makes OpenTelemetry report failed exports to a log, for the
// whole process.
func LogTelemetryErrors(log *slog.Logger) { telemetry.LogErrors(log) }

// IsTerminal reports whether w is a terminal.
func IsTerminal(w any) bool { return telemetry.IsTerminal(w) }

// LogsJSON reports whether the log that is written to w is JSON.
func LogsJSON(cfg *config.Config, w io.Writer) bool {
	return telemetry.IsJSON(w, cfg.Log.Format)
}
