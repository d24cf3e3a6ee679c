package telemetry

import (
	"log/slog"

	"go.opentelemetry.io/otel"
)

// LogErrors makes the OpenTelemetry SDK report failed exports to a log. By default it prints plain lines to
// stderr, which a consumer of a JSON log cannot parse. There is one handler per process, so programs call
// LogErrors and tests do not.
func LogErrors(logger *slog.Logger) {
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) {
		logger.Warn("telemetry was not exported", "error", err)
	}))
}
