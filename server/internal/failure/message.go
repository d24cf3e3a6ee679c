package failure

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/coderef-system/coderefd/mcpbridge"
	"github.com/coderef-system/coderefd/server/internal/text"
)

// noTool names the tool that does not exist and the server that was searched.
func noTool(e *mcpbridge.Error) string {
	if e.Server == "" {
		return fmt.Sprintf("no server has tool %q; ListTools returns the available tools", e.Tool)
	}
	return fmt.Sprintf("server %q has no tool %q; ListTools returns its tools", e.Server, e.Tool)
}

// noResource names the resource that does not exist and the server that was searched.
func noResource(e *mcpbridge.Error) string {
	uri := fmt.Sprintf("resource %q", text.Clean(e.URI, text.MaxForeign/2))
	switch {
	case e.Server == "":
		return "no server lists " + uri + " or has a template that matches it; " +
			"ListResources returns the available resources"
	case e.RPC == nil:
		return fmt.Sprintf("server %q has no resources", e.Server)
	default:
		return fmt.Sprintf("server %q has no ", e.Server) + uri + "; it returned JSON-RPC error" + rpcText(e.RPC)
	}
}

// URIProblem explains why a text is not a URI.
func URIProblem(err error) string {
	var problem *mcpbridge.URIError
	if errors.As(err, &problem) {
		return problem.Error()
	}
	return "is malformed"
}

// executed states whether the tool ran, which a caller must know before repeating the call. For the read or
// the listing of resources it states nothing.
func executed(e *mcpbridge.Error) string {
	switch {
	case e.URI != "" || e.Stage == mcpbridge.StageList:
		return ""
	case !e.Written:
		return "; the tool did not run"
	case e.Repeatable:
		return "; the call may be repeated"
	default:
		return "; the tool may have run"
	}
}

// closing states whether the tool ran before the service began to shut down.
func closing(e *mcpbridge.Error) string {
	if !e.Written {
		return ""
	}
	return executed(e)
}

// parkedCause describes the last failure of a parked server.
func parkedCause(e *mcpbridge.Error) string {
	var last *mcpbridge.Error
	if !errors.As(e.Unwrap(), &last) {
		return ""
	}
	switch last.Kind {
	case mcpbridge.KindSpawnFailed:
		return ": it cannot be started" + spawnCause(last.Err)
	case mcpbridge.KindHandshakeFailed:
		return ": it did not complete the MCP handshake"
	case mcpbridge.KindServerExited:
		return ": its process exited" + DuringStart(last.Stage)
	default:
		return ""
	}
}

// DuringStart adds that a process exited before it served calls.
func DuringStart(stage mcpbridge.Stage) string {
	if stage == mcpbridge.StageSpawn {
		return " during its start"
	}
	return ""
}

func spawnCause(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return ": its program or working directory does not exist"
	case errors.Is(err, fs.ErrPermission):
		return ": its program is not executable"
	default:
		return "; the log of the service contains the cause"
	}
}

// stageText names the stage in which the deadline expired.
func stageText(e *mcpbridge.Error) string {
	switch e.Stage {
	case mcpbridge.StageRoute:
		if e.URI != "" {
			return "while the resource was looked up"
		}
		return "while the tool was looked up"
	case mcpbridge.StageQueue:
		return "in the server's queue"
	case mcpbridge.StageSpawn:
		return "while the server started"
	case mcpbridge.StageWrite:
		return "while the request was written to the server"
	case mcpbridge.StageChild:
		if e.URI != "" {
			return "while the server read the resource"
		}
		return "before the tool responded"
	case mcpbridge.StageList:
		return "while the server listed its resources"
	}
	return "while the response was sent"
}

// rpcText returns the code and the message of a server's error. The message is part of the server's response
// to this caller, so the status contains it, cleaned and cut.
func rpcText(e *mcpbridge.RPCError) string {
	if e == nil {
		return ""
	}
	return fmt.Sprintf(" %d: %s", e.Code, text.Clean(e.Message, text.MaxForeign))
}
