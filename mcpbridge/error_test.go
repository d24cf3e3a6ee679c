package mcpbridge_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/coderef-system/coderefd/mcpbridge"
)

// TestErrorTexts: an error names the server, what was requested, the kind, the stage and
// the cause, as far as they are known.
func TestErrorTexts(t *testing.T) {
	t.Parallel()
	rpc := &mcpbridge.RPCError{Code: -32000, Message: "sorry", Data: json.RawMessage(`"secret"`)}
	for _, tt := range []struct {
		name string
		err  mcpbridge.Error
		want string
		is   error
	}{
		{name: "zero value", err: mcpbridge.Error{}, want: "internal error"},
		{
			name: "server", err: mcpbridge.Error{Kind: mcpbridge.KindServerNotFound, Server: "s"},
			want: `server "s": server not found`,
		},
		{
			name: "tool", err: mcpbridge.Error{Kind: mcpbridge.KindToolNotFound, Tool: "t\n", Stage: mcpbridge.StageRoute},
			want: `tool "t\n": tool not found (stage route)`,
		},
		{
			name: "resource", err: mcpbridge.Error{Kind: mcpbridge.KindResourceNotFound, Server: "s", URI: "res:a"},
			want: `server "s": resource "res:a": resource not found`,
		},
		{
			name: "cause",
			err:  mcpbridge.Error{Kind: mcpbridge.KindCanceled, Stage: mcpbridge.StageQueue, Err: context.Canceled},
			want: "canceled (stage queue): context canceled", is: context.Canceled,
		},
		{
			name: "error of the server", err: mcpbridge.Error{Kind: mcpbridge.KindRPC, RPC: rpc, Err: errors.New("not shown")},
			want: "the server returned an error: JSON-RPC error -32000: sorry", is: rpc,
		},
		{
			name: "cause that is an error",
			err: mcpbridge.Error{
				Kind: mcpbridge.KindServerParked, Server: "s",
				Err: &mcpbridge.Error{Kind: mcpbridge.KindServerExited, Server: "s", Stage: mcpbridge.StageChild},
			},
			want: `server "s": server is parked after repeated failures: server "s": server exited (stage server)`,
		},
	} {
		if got := tt.err.Error(); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
		if tt.is != nil && !errors.Is(&tt.err, tt.is) {
			t.Errorf("%s: got cause %v, want %v", tt.name, tt.err.Unwrap(), tt.is)
		}
	}
}

// TestKindTexts: each kind has a text of its own, which operators see in logs and spans.
func TestKindTexts(t *testing.T) {
	t.Parallel()
	kinds := map[string]mcpbridge.Kind{}
	for kind := mcpbridge.KindInternal; kind <= mcpbridge.KindClosed; kind++ {
		if other, ok := kinds[kind.String()]; ok {
			t.Errorf("kinds %d and %d: got the same text %q, want different ones", other, kind, kind)
		}
		kinds[kind.String()] = kind
	}
	if got, want := (mcpbridge.KindClosed + 1).String(), mcpbridge.KindInternal.String(); got != want {
		t.Errorf("unknown kind: got %q, want %q", got, want)
	}
}

// TestMalformedURIText: the cause is a phrase that follows "the URI", and names the
// character.
func TestMalformedURIText(t *testing.T) {
	t.Parallel()
	b := open(t, faulty(t, "a", "normal"))
	for uri, want := range map[string]string{
		"":           "does not begin with a scheme, such as file:",
		"res:{x}":    "contains '{': if it is a template, send it as uri_template",
		"res:a b":    "contains the character ' ', which is not allowed in a URI",
		"res:%zz":    "contains a % without two hexadecimal digits",
		"res:\u00e4": "contains the character 'ä', which must be percent-encoded as UTF-8",
	} {
		failure := readError(t, b, "a", uri)
		var cause *mcpbridge.URIError
		if !errors.As(failure, &cause) || cause.Error() != want {
			t.Errorf("%q: got %v, want a *URIError %q", uri, failure.Err, want)
		}
	}
}

func TestProtocolVersionsAreNewestFirst(t *testing.T) {
	t.Parallel()
	got := mcpbridge.ProtocolVersions()
	sorted := slices.Sorted(slices.Values(got))
	slices.Reverse(sorted)
	if len(got) == 0 || !slices.Equal(got, sorted) {
		t.Errorf("got %v, want the newest first", got)
	}
	got[0] = "changed"
	if mcpbridge.ProtocolVersions()[0] == "changed" {
		t.Error("a change of the result of ProtocolVersions changed the next result, want a copy for each call")
	}
}

// TestCheckProgram: the folder and the program are checked separately, and a relative
// program depends on the folder.
func TestCheckProgram(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	program := filepath.Join(folder, "program")
	if err := os.WriteFile(program, []byte("#!/bin/sh\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name                  string
		command, dir, path    string
		badFolder, badProgram bool
	}{
		{name: "absolute", command: program},
		{name: "on the path", command: "program", path: "/no/such:" + folder},
		{name: "relative to the folder", command: "./program", dir: folder},
		{name: "not on the path", command: "program", path: "/no/such", badProgram: true},
		{name: "not there", command: program + "2", badProgram: true},
		{name: "a folder", command: folder, badProgram: true},
		{name: "folder not there", command: program, dir: folder + "2", badFolder: true},
		{name: "folder is a file", command: program, dir: program, badFolder: true},
	} {
		sc := mcpbridge.ServerConfig{Name: "a", Command: tt.command, Dir: tt.dir, Env: []string{"PATH=" + tt.path}}
		dir, command := sc.CheckProgram()
		if (dir != nil) != tt.badFolder || (command != nil) != tt.badProgram {
			t.Errorf("%s: got errors %v and %v, want one for the folder %t, for the program %t",
				tt.name, dir, command, tt.badFolder, tt.badProgram)
		}
	}
}
