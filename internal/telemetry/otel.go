package telemetry

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"go.opentelemetry.io/contrib/exporters/autoexport"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	metricnoop "go.opentelemetry.io/otel/metric/noop"
	"go.opentelemetry.io/otel/propagation"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
	tracenoop "go.opentelemetry.io/otel/trace/noop"
)

// shutdownTimeout bounds the last export, so that an unreachable collector does not delay the shutdown.
const shutdownTimeout = 5 * time.Second

// Telemetry holds the providers. All fields are always set, to no-op providers if nothing is exported. They
// are safe for concurrent use.
type Telemetry struct {
	Tracer     trace.TracerProvider
	Meter      metric.MeterProvider
	Propagator propagation.TextMapPropagator

	shutdown []func(context.Context) error
}

// Open creates the providers that the environment configures (OTEL_TRACES_EXPORTER, OTEL_METRICS_EXPORTER,
// OTEL_EXPORTER_OTLP_* and the other standard variables). Trace context (W3C tracecontext and baggage) is
// always propagated.
func Open(ctx context.Context, build Build) (*Telemetry, error) {
	t := &Telemetry{
		Tracer:     tracenoop.NewTracerProvider(),
		Meter:      metricnoop.NewMeterProvider(),
		Propagator: propagation.NewCompositeTextMapPropagator(propagation.TraceContext{}, propagation.Baggage{}),
	}
	if strings.EqualFold(os.Getenv("OTEL_SDK_DISABLED"), "true") {
		return t, nil
	}
	res, err := newResource(ctx, build)
	if err == nil {
		err = errors.Join(t.openTraces(ctx, res), t.openMetrics(ctx, res))
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("OpenTelemetry: %w", err), t.Shutdown(ctx))
	}
	return t, nil
}

// Shutdown exports the remaining data within 5 seconds and closes the providers. It may be called more than
// once.
func (t *Telemetry) Shutdown(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTimeout)
	defer cancel()
	var errs []error
	for _, shutdown := range t.shutdown {
		errs = append(errs, shutdown(ctx))
	}
	t.shutdown = nil
	return errors.Join(errs...)
}

func (t *Telemetry) openTraces(ctx context.Context, res *resource.Resource) error {
	if !wanted("TRACES") {
		return nil
	}
	exporter, err := autoexport.NewSpanExporter(ctx)
	if err != nil {
		return fmt.Errorf("traces (OTEL_TRACES_EXPORTER=%s): %w", os.Getenv("OTEL_TRACES_EXPORTER"), err)
	}
	if autoexport.IsNoneSpanExporter(exporter) {
		return nil
	}
	provider := sdktrace.NewTracerProvider(sdktrace.WithBatcher(exporter), sdktrace.WithResource(res))
	t.Tracer = provider
	t.shutdown = append(t.shutdown, provider.Shutdown)
	return nil
}

func (t *Telemetry) openMetrics(ctx context.Context, res *resource.Resource) error {
	if !wanted("METRICS") {
		return nil
	}
	reader, err := autoexport.NewMetricReader(ctx)
	if err != nil {
		return fmt.Errorf("metrics (OTEL_METRICS_EXPORTER=%s): %w", os.Getenv("OTEL_METRICS_EXPORTER"), err)
	}
	if autoexport.IsNoneMetricReader(reader) {
		return nil
	}
	provider := sdkmetric.NewMeterProvider(sdkmetric.WithReader(reader), sdkmetric.WithResource(res))
	t.Meter = provider
	t.shutdown = append(t.shutdown, provider.Shutdown)
	return nil
}

// wanted reports whether the environment names an exporter or an endpoint for a signal. The SDK's own default
// would be OTLP to localhost.
func wanted(signal string) bool {
	for _, name := range []string{
		"OTEL_" + signal + "_EXPORTER",
		"OTEL_EXPORTER_OTLP_" + signal + "_ENDPOINT",
		"OTEL_EXPORTER_OTLP_ENDPOINT",
	} {
		if os.Getenv(name) != "" {
			return true
		}
	}
	return false
}

// newResource names this service. OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES override it.
func newResource(ctx context.Context, build Build) (*resource.Resource, error) {
	return resource.New(ctx,
		resource.WithTelemetrySDK(),
		resource.WithHost(),
		resource.WithAttributes(
			attribute.String("service.name", "coderefd"),
			attribute.String("service.version", build.Version),
		),
		resource.WithFromEnv(),
	)
}
