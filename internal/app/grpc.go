package app

import (
	"log/slog"

	"go.opentelemetry.io/contrib/instrumentation/google.golang.org/grpc/otelgrpc"
	"go.opentelemetry.io/contrib/instrumentation/google.golang.org/grpc/otelgrpc/filters"
	"google.golang.org/grpc"
	_ "google.golang.org/grpc/encoding/gzip" // allows clients to compress
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/keepalive"

	"github.com/coderef-system/coderefd/interceptors"
	"github.com/coderef-system/coderefd/interceptors/retry"
	"github.com/coderef-system/coderefd/internal/config"
	"github.com/coderef-system/coderefd/internal/telemetry"
	"github.com/coderef-system/coderefd/server"
)

// newGRPC returns the gRPC server with its limits and interceptors, and without services. Streams that would
// not end by themselves end when done is closed.
func newGRPC(
	cfg *config.Config, log *slog.Logger, t *telemetry.Telemetry, lookup interceptors.Lookup, calls *inFlight,
	done <-chan struct{},
) (*grpc.Server, error) {
	chain, err := chainConfig(cfg, log, lookup)
	if err != nil {
		return nil, err
	}
	links, err := interceptors.Chain(chain)
	if err != nil {
		return nil, err
	}
	opts := append(transportOptions(t), interceptors.ServerOptions(links)...)
	opts = append(
		opts, grpc.ChainUnaryInterceptor(calls.unary), grpc.ChainStreamInterceptor(calls.stream, endReflection(done)),
	)
	return grpc.NewServer(opts...), nil
}

// chainConfig converts the configuration for the interceptors. A test fails if it does not set a field.
func chainConfig(
	cfg *config.Config, log *slog.Logger, lookup interceptors.Lookup,
) (interceptors.Config, error) {
	budget, err := retry.NewBudget(cfg.Retry.Budget.Tokens, cfg.Retry.Budget.Ratio)
	if err != nil {
		return interceptors.Config{}, err
	}
	return interceptors.Config{
		Logger:       log,
		Policies:     lookup,
		Status:       server.Status,
		Reserve:      cfg.Deadlines.Reserve,
		Floor:        cfg.Deadlines.Floor,
		RetryBudget:  budget,
		RequestBytes: config.RequestBytes,
	}, nil
}

// transportOptions bounds the resources that a client can occupy.
func transportOptions(t *telemetry.Telemetry) []grpc.ServerOption {
	return []grpc.ServerOption{
		grpc.StatsHandler(otelgrpc.NewServerHandler(
			otelgrpc.WithTracerProvider(t.Tracer),
			otelgrpc.WithMeterProvider(t.Meter),
			otelgrpc.WithPropagators(t.Propagator),
			// Health probes arrive every few seconds and contain no information about the service's work.
			otelgrpc.WithFilter(filters.Not(filters.HealthCheck())),
		)),
		// The validate interceptor rejects requests over RequestBytes with a reason. This larger limit
		// rejects requests that are too large to be read.
		grpc.MaxRecvMsgSize(config.RequestBytes + interceptors.ReceiveHeadroom),
		grpc.MaxSendMsgSize(config.ResponseBytes),
		grpc.MaxConcurrentStreams(config.MaxStreams),
		grpc.MaxHeaderListSize(config.MaxHeaderBytes),
		grpc.ConnectionTimeout(config.ConnectionTimeout),
		grpc.KeepaliveEnforcementPolicy(keepalive.EnforcementPolicy{
			MinTime:             config.KeepaliveMinTime,
			PermitWithoutStream: true,
		}),
		grpc.KeepaliveParams(keepalive.ServerParameters{
			Time:                  config.KeepaliveTime,
			Timeout:               config.KeepaliveTimeout,
			MaxConnectionAge:      config.MaxConnectionAge,
			MaxConnectionAgeGrace: config.MaxConnectionAgeGrace,
		}),
		// Stop returns after the handlers that were cut off have returned, so that no handler uses the bridge
		// after it was closed.
		grpc.WaitForHandlers(true),
	}
}

// register adds all services. Reflection (v1 and v1alpha) is the last one, because it describes the others.
func register(s *grpc.Server, services *server.Services, h healthv1.HealthServer) {
	services.Register(s)
	healthv1.RegisterHealthServer(s, h)
	registerReflection(s)
}
