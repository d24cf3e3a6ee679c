package session

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge/internal/jsonrpc"
)

// Options configure a session.
type Options struct {
	ClientName, ClientVersion string
	// Pin is the only revision to use; empty: the newest that both sides support.
	Pin string
	// Known is the revision of an earlier session with the same server; empty: none.
	// "Clients SHOULD cache the era": it saves the probe.
	Known string
	// ProbeTimeout bounds the wait for the response to the probe.
	ProbeTimeout time.Duration
}

// Open opens a session on a new connection.
//
// It follows the specification's order for clients of both eras: send
// server/discover first; a DiscoverResult, or one of the errors that only modern servers
// return, means modern; any other error, or no response within ProbeTimeout, means legacy.
func Open(ctx context.Context, conn Conn, opts Options) (*Session, error) {
	s := &Session{conn: conn}
	want := opts.Pin
	if want == "" {
		want = opts.Known
	}
	switch {
	case want == "":
		return s, s.probe(ctx, opts)
	case IsModern(want):
		return s, s.modern(ctx, []string{want}, opts)
	case slices.Contains(legacyVersions(), want):
		return s, s.legacy(ctx, want, opts)
	}
	return nil, &VersionError{Ours: []string{want}}
}

// probe opens a session with a server whose era is unknown.
func (s *Session) probe(ctx context.Context, opts Options) error {
	err := s.modern(ctx, Versions(), opts)
	var version *VersionError
	var lost *jsonrpc.LostError
	switch {
	case err == nil, ctx.Err() != nil, errors.As(err, &version), errors.As(err, &lost), isModernError(err):
		return err
	}
	silent := errors.Is(err, context.DeadlineExceeded)
	err = s.legacy(ctx, legacyVersions()[0], opts)
	var refused *jsonrpc.Error
	if silent && errors.As(err, &refused) {
		// The server was only slow to start and does not know initialize: repeat the
		// discovery now that it responds.
		return s.modern(ctx, modernVersions(), opts)
	}
	return err
}

// modern opens a session with server/discover. If the newest common revision is a legacy
// one, it continues with initialize.
func (s *Session) modern(ctx context.Context, ours []string, opts Options) error {
	discoverCtx := ctx
	if len(ours) > 1 { // a probe, which must leave time for initialize
		var cancel context.CancelFunc
		discoverCtx, cancel = context.WithTimeout(ctx, opts.ProbeTimeout)
		defer cancel()
	}
	found, err := s.discover(discoverCtx, modernVersions()[0], opts)
	if err != nil {
		return err
	}
	version, err := pick(ours, found.SupportedVersions)
	if err != nil {
		return err
	}
	if !IsModern(version) {
		return s.legacy(ctx, version, opts)
	}
	s.conn.Mute()
	s.meta = modernMeta(version, opts)
	s.info = found.info()
	s.info.Version, s.info.Modern = version, true
	return nil
}

// discovered is a DiscoverResult.
type discovered struct {
	SupportedVersions []string     `json:"supportedVersions"`
	Capabilities      capabilities `json:"capabilities"`
	Instructions      string       `json:"instructions"`
	Meta              struct {
		Server identity `json:"io.modelcontextprotocol/serverInfo"`
	} `json:"_meta"`
}

type identity struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

type capabilities struct {
	Tools     *listCapability `json:"tools"`
	Resources *listCapability `json:"resources"`
	Logging   *struct{}       `json:"logging"`
}

type listCapability struct {
	ListChanged bool `json:"listChanged"`
}

func (d *discovered) info() Info {
	out := Info{ServerName: d.Meta.Server.Name, ServerVersion: d.Meta.Server.Version, Instructions: d.Instructions}
	d.Capabilities.fill(&out)
	return out
}

// fill sets the capabilities of info.
func (c *capabilities) fill(info *Info) {
	info.Tools, info.Logging = c.Tools != nil, c.Logging != nil
	info.ToolsChange = c.Tools != nil && c.Tools.ListChanged
	info.Resources = c.Resources != nil
	info.ResourcesChange = c.Resources != nil && c.Resources.ListChanged
}

// discover requests the revisions of a server. The data of error -32022 contains them too.
func (s *Session) discover(ctx context.Context, version string, opts Options) (*discovered, error) {
	// The request is not canceled at the timeout: a legacy server would get a notification
	// before initialize, which the specification advises against.
	out, err := s.conn.Call(ctx, jsonrpc.Request{
		Method: "server/discover", Meta: modernMeta(version, opts), NoCancel: true,
	})
	found := new(discovered)
	var rpc *jsonrpc.Error
	if errors.As(err, &rpc) && rpc.Code == codeUnsupportedVersion {
		var data struct {
			Supported []string `json:"supported"`
		}
		if json.Unmarshal(rpc.Data, &data) == nil && len(data.Supported) > 0 {
			found.SupportedVersions = data.Supported
			return found, nil
		}
	}
	if err != nil {
		return nil, fmt.Errorf("server/discover: %w", err)
	}
	if err := json.Unmarshal(out.Result, found); err != nil || len(found.SupportedVersions) == 0 {
		return nil, fmt.Errorf("server/discover: %w", jsonrpc.ProtocolError("the result contains no revisions"))
	}
	return found, nil
}

// Errors that only modern servers return.
const (
	codeHeaderMismatch     = -32020
	codeMissingCapability  = -32021
	codeUnsupportedVersion = -32022
)

func isModernError(err error) bool {
	var rpc *jsonrpc.Error
	return errors.As(err, &rpc) && slices.Contains(
		[]int64{codeHeaderMismatch, codeMissingCapability, codeUnsupportedVersion}, rpc.Code)
}

// legacy opens a session with initialize. "If the server supports the requested
// protocol version, it MUST respond with the same version. Otherwise, the server
// MUST respond with another protocol version it supports."
func (s *Session) legacy(ctx context.Context, version string, opts Options) error {
	fields := quote([]byte(`"protocolVersion":`), version)
	fields = append(fields, `,"capabilities":{},"clientInfo":`...)
	// "The initialize request MUST NOT be cancelled by clients."
	out, err := s.conn.Call(ctx, jsonrpc.Request{
		Method: "initialize", Fields: appendClient(fields, opts), NoCancel: true,
	})
	if err != nil {
		return fmt.Errorf("initialize: %w", err)
	}
	var result struct {
		ProtocolVersion string       `json:"protocolVersion"`
		Capabilities    capabilities `json:"capabilities"`
		ServerInfo      identity     `json:"serverInfo"`
		Instructions    string       `json:"instructions"`
	}
	if err := json.Unmarshal(out.Result, &result); err != nil {
		return fmt.Errorf("initialize: %w", jsonrpc.ProtocolError("the result is not an InitializeResult"))
	}
	ours := legacyVersions()
	if opts.Pin != "" {
		ours = []string{opts.Pin}
	}
	if _, err := pick(ours, []string{result.ProtocolVersion}); err != nil {
		return err
	}
	s.info = Info{
		Version: result.ProtocolVersion, Instructions: result.Instructions,
		ServerName: result.ServerInfo.Name, ServerVersion: result.ServerInfo.Version,
	}
	result.Capabilities.fill(&s.info)
	if err := s.conn.Notify("notifications/initialized", nil); err != nil {
		return fmt.Errorf("notifications/initialized: %w", err)
	}
	return nil
}
