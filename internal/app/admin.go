package app

import (
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"net/http/pprof"
	"net/netip"
	"time"

	"google.golang.org/grpc/health"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"

	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
	"github.com/coderef-system/coderefd/mcpbridge"
)

// admin serves the admin HTTP endpoints.
type admin struct {
	listener net.Listener
	server   *http.Server
}

// newAdmin returns an admin server that owns listener.
func newAdmin(listener net.Listener, h *health.Server, build Build) *admin {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", serveHealth(h, ""))
	mux.HandleFunc("GET /readyz", serveHealth(h, toolv1.ToolService_ServiceDesc.ServiceName))
	mux.HandleFunc("GET /version", serveVersion(build))
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/cmdline", pprof.Cmdline)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	return &admin{listener: listener, server: &http.Server{
		Handler:           checkHost(mux),
		ReadHeaderTimeout: 5 * time.Second,
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    16 << 10,
	}}
}

// serve serves until close, and then returns nil.
func (a *admin) serve() error {
	if err := a.server.Serve(a.listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// close stops the server at once, because no admin request is worth waiting for.
func (a *admin) close() error {
	err := a.server.Close()
	_ = a.listener.Close() // already closed if it was served
	return err
}

// checkHost accepts only requests that name this host by IP address or as localhost. A web page can make a
// host name of its own resolve to this address (DNS rebinding); the Host header then still contains that
// name.
func checkHost(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !ownHost(r.Host) {
			http.Error(w, "use an IP address or localhost in the URL", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func ownHost(hostport string) bool {
	host, _, err := net.SplitHostPort(hostport)
	if err != nil {
		host = hostport
	}
	if n := len(host); n > 1 && host[0] == '[' && host[n-1] == ']' {
		host = host[1 : n-1]
	}
	_, err = netip.ParseAddr(host)
	return err == nil || host == "localhost"
}

// serveHealth returns 200 while the named service is SERVING, otherwise 503.
func serveHealth(h *health.Server, service string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		res, err := h.Check(r.Context(), &healthv1.HealthCheckRequest{Service: service})
		if err != nil || res.GetStatus() != healthv1.HealthCheckResponse_SERVING {
			http.Error(w, "not serving", http.StatusServiceUnavailable)
			return
		}
		_, _ = w.Write([]byte("ok\n")) // the client may be gone
	}
}

func serveVersion(build Build) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(map[string]any{ // the client may be gone
			"version":           build.Version,
			"commit":            build.Commit,
			"go_version":        build.GoVersion,
			"protocol_versions": mcpbridge.ProtocolVersions(),
		})
	}
}
