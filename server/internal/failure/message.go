package failure

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/coderef-system/coderefd/mcpbridge"
	"github.com/coderef-system/coderefd/server/internal/text"
)

// Message says what happened and, where there is something to do, what. It
// never repeats the text of a cause, which may hold paths.
func Message(e *mcpbridge.Error) string {
	server, tool := fmt.Sprintf("server %q", e.Server), fmt.Sprintf("tool %q", e.Tool)
	switch e.Kind {
	case mcpbridge.KindServerNotFound:
		return "no " + server + " is configured; ListServers names those that are"
	case mcpbridge.KindToolNotFound:
		if e.Server == "" {
			return "no server offers " + tool + "; ListTools names those that are offered"
		}
		return server + " offers no " + tool + "; ListTools names those that it offers"
	case mcpbridge.KindResourceNotFound:
		return noResource(e)
	case mcpbridge.KindTemplateNotFound:
		return "the template is not offered; ListResourceTemplates names those that are"
	case mcpbridge.KindMalformedURI:
		return "the URI " + URIProblem(e.Err)
	case mcpbridge.KindServerUnavailable:
		return server + " is starting or restarting; try again"
	case mcpbridge.KindServerParked:
		return server + " failed too often and is parked" + parkedCause(e) + "; its next start is tried in a while"
	case mcpbridge.KindSpawnFailed:
		return server + " cannot be started" + spawnCause(e.Err)
	case mcpbridge.KindHandshakeFailed:
		return server + " did not complete the MCP handshake, or speaks no revision that this service speaks"
	case mcpbridge.KindServerExited:
		return server + " ended during the call" + executed(e)
	case mcpbridge.KindOverloaded:
		return server + " has too many calls waiting; try again later"
	case mcpbridge.KindDeadlineExceeded:
		return "the call's time ran out " + stageText(e) + executed(e)
	case mcpbridge.KindCanceled:
		return "the caller gave up the call" + executed(e)
	case mcpbridge.KindProtocol:
		return "the answer of " + server + " is not valid MCP"
	case mcpbridge.KindResponseTooLarge:
		return "the answer of " + server + " is over the limit for one message; ask for less"
	case mcpbridge.KindRPC:
		return server + " answered with an error" + RPCText(e.RPC)
	case mcpbridge.KindTransientResult:
		return tool + " failed for now; try again"
	case mcpbridge.KindClosed:
		if e.Written {
			return "the service is shutting down" + executed(e)
		}
		return "the service is shutting down"
	case mcpbridge.KindInternal:
	}
	return "internal error: the service's log holds the cause under the request id"
}

// noResource says that a resource is not there, as far as was asked.
func noResource(e *mcpbridge.Error) string {
	uri := fmt.Sprintf("resource %q", text.Clean(e.URI, text.MaxForeign/2))
	switch {
	case e.Server == "":
		return "no server lists " + uri + " or has a template that matches it; ListResources names those that are offered"
	case e.RPC == nil:
		return fmt.Sprintf("server %q offers no resources", e.Server)
	default:
		return fmt.Sprintf("server %q has no ", e.Server) + uri + "; it answered" + RPCText(e.RPC)
	}
}

// URIProblem says why a text is no URI.
func URIProblem(err error) string {
	var problem *mcpbridge.URIError
	if errors.As(err, &problem) {
		return problem.Error()
	}
	return "is malformed"
}

// executed adds what the caller must know before trying again. A read never does
// harm, so nothing has to be known.
func executed(e *mcpbridge.Error) string {
	switch {
	case e.URI != "" || e.Stage == mcpbridge.StageList:
		return ""
	case !e.Written:
		return "; the tool did not run"
	case e.Repeatable:
		return "; it may be repeated"
	default:
		return "; the tool may have run"
	}
}

// parkedCause says what the last failure of a parked server was.
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
		return ": its process ended" + DuringStart(last.Stage)
	default:
		return ""
	}
}

// DuringStart tells a process that never served from one that did.
func DuringStart(stage mcpbridge.Stage) string {
	if stage == mcpbridge.StageSpawn {
		return " during its start"
	}
	return ""
}

func spawnCause(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return ": its program or working folder does not exist"
	case errors.Is(err, fs.ErrPermission):
		return ": its program is not executable"
	default:
		return "; the service's log says why"
	}
}

func stageText(e *mcpbridge.Error) string {
	what := "the tool"
	if e.URI != "" {
		what = "the resource"
	}
	switch e.Stage {
	case mcpbridge.StageRoute:
		return "while " + what + " was looked up"
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
		return "while the tool ran"
	case mcpbridge.StageList:
		return "while the server listed its resources"
	default:
		return "on its way"
	}
}

// RPCText gives the server's own words. They are the answer of a tool server to
// this caller, not a diagnosis of ours, so they pass, cleaned and cut.
func RPCText(e *mcpbridge.RPCError) string {
	if e == nil {
		return ""
	}
	return fmt.Sprintf(" %d: %s", e.Code, text.Clean(e.Message, text.MaxForeign))
}
