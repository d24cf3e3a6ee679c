// Package telemetry sets up the observability of the service: structured logs, and OpenTelemetry traces and
// metrics, configured by the standard environment variables.
//
// Nothing is exported unless the environment requests it: without an OTEL_* exporter or endpoint there is no
// exporter, and no attempt to connect to localhost:4317. Only [LogErrors] changes global state; providers are
// passed to the packages that use them.
package telemetry
