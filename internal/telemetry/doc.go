// Package telemetry sets up what the service tells of itself: structured logs,
// and OpenTelemetry traces and metrics by the standard environment variables.
//
// Nothing is exported unless the environment asks for it: no OTEL_* exporter or
// endpoint, no exporter, and no attempt to reach localhost:4317. Nothing global
// is set either, but by [LogErrors]: providers are handed to those who use them.
package telemetry
