package telemetry

import (
	"log/slog"

	"go.opentelemetry.io/otel"
)

// LogErrors makes the OpenTelemetry SDK report failed exports to a log. Alone it
// prints bare lines to stderr, which break the reader of a JSON log. It has one
// handler per process, so this is for programs, not for tests.
func LogErrors(logger *slog.Logger) {
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) {
		logger.Warn("telemetry was not exported", "error", err)
	}))
}
