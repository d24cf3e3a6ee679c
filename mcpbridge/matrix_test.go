package mcpbridge_test

import (
	"strings"
	"testing"

	"github.com/coderef-system/coderefd/mcpbridge"
)

// TestMisbehaviour runs the table of known faults of real servers, row by row, against real
// processes.
func TestMisbehaviour(t *testing.T) {
	t.Parallel()
	for _, row := range misbehaviours() {
		t.Run(row.does, row.run)
	}
}

func noise(n uint64) func(*mcpbridge.Counters) {
	return func(c *mcpbridge.Counters) { c.NoiseLines += n }
}

func stray(n uint64) func(*mcpbridge.Counters) {
	return func(c *mcpbridge.Counters) { c.StrayResponses += n }
}

func unknown(n uint64) func(*mcpbridge.Counters) {
	return func(c *mcpbridge.Counters) { c.UnknownNotifications += n }
}

func refused(n uint64) func(*mcpbridge.Counters) {
	return func(c *mcpbridge.Counters) { c.RefusedRequests += n }
}

func misbehaviours() []misbehaviour {
	const protocol = mcpbridge.KindProtocol
	deep := strings.Repeat("[", 1200) + strings.Repeat("]", 1200)
	return []misbehaviour{
		{
			does: "noise line, JSON log line, `42`, startup banner", should: "skip, count, log (rate-limited)",
			replies: []reply{
				{does: "noise line", says: "starting up...\n" + good, raw: goodRaw, count: noise(1), logged: "starting up..."},
				{does: "JSON log line", says: `{"level":"info"}` + "\n" + good, raw: goodRaw, count: noise(1), logged: "level"},
				{does: "`42`", says: "42\n" + good, raw: goodRaw, count: noise(1), logged: "42"},
				{does: "other JSON", says: "\"x\"\nnull\ntrue\n-1\n{}\n" + good, raw: goodRaw, count: noise(5)},
				{does: "broken JSON", says: `{"jsonrpc":"2.0","id":%s,"result":{"a":}}` + "\n" + good, raw: goodRaw, count: noise(1)},
				{does: "a duplicate member", says: `{"jsonrpc":"2.0","id":%s,"id":%s,"result":{}}` + "\n" + good, raw: goodRaw, count: noise(1)},
				{does: "after a message", says: strings.TrimSpace(good) + " done\n", raw: goodRaw, count: noise(1), logged: "done"},
				{does: "before a message on its line", says: "> " + good, count: noise(1)},
				{does: "startup banner", mode: "banner", says: good, raw: goodRaw, count: noise(3), logged: "Server listening on stdio"},
			},
			test: floodsStdout,
		},
		{
			does: "BOM before message", should: "strip",
			replies: []reply{
				{does: "one", says: "\xEF\xBB\xBF" + good, raw: goodRaw},
				{does: "on each line", says: "\xEF\xBB\xBF" + begun + "\xEF\xBB\xBF" + good, raw: goodRaw, progress: 1},
			},
		},
		{
			does: "blank lines, CRLF", should: "ok",
			replies: []reply{
				{does: "blank lines", says: "\n\r\n  \t\n\xEF\xBB\xBF\n" + good, raw: goodRaw},
				{does: "CRLF", says: strings.ReplaceAll(begun+good, "\n", "\r\n"), raw: goodRaw, progress: 1},
			},
		},
		{
			does: "pretty-printed JSON over lines", should: "per line: noise; optional reassembly",
			choice: "noise, no reassembly: that call ends at its deadline",
			replies: []reply{{
				says:  "{\n  \"jsonrpc\": \"2.0\",\n  \"id\": %s,\n  \"result\": {\n    \"content\": [\n    ],\n    \"more\": [1]\n  }\n}\n",
				count: noise(9), logged: "jsonrpc",
			}},
		},
		{
			does: "two messages on one line", should: "decode both",
			replies: []reply{
				{does: "notification and response", says: strings.TrimSpace(begun) + " " + good, raw: goodRaw, progress: 1},
			},
			test: func(t *testing.T) { respondsToTwo(t, "", "", `%a %b`) },
		},
		{
			does: "invalid UTF-8 in string", should: "ok; protobuf string demands valid UTF-8: use bytes or sanitise",
			choice: "bytes; the conversion to a protobuf string sanitises",
			replies: []reply{
				{says: `{"jsonrpc":"2.0","id":%s,"result":{"s":"` + "\xff\xc3" + `"}}` + "\n", raw: "{\"s\":\"\xff\xc3\"}"},
			},
		},
		{
			does: `no "jsonrpc":"2.0"`, should: "skip as noise (or accept if id matches)",
			choice: "accept a response whose id matches, skip the rest; another version violates the protocol",
			replies: []reply{
				{does: "response", says: `{"id":%s,"result":{"a":1}}` + "\n", raw: `{"a":1}`},
				{does: "error", says: `{"id":%s,"error":{"code":5,"message":"no"}}` + "\n", fails: mcpbridge.KindRPC, problem: "5: no"},
				{does: "response to an unknown id", says: `{"id":999999,"result":{}}` + "\n" + good, raw: goodRaw, count: stray(1)},
				{does: "id alone", says: `{"id":%s}` + "\n" + good, raw: goodRaw, count: noise(1)},
				{does: "notification", says: `{"method":"notifications/x"}` + "\n" + good, raw: goodRaw, count: noise(1)},
				{does: "request", says: `{"id":1,"method":"ping"}` + "\n" + good, raw: goodRaw, count: noise(1)},
				{does: "1.0", says: `{"jsonrpc":"1.0","id":%s,"result":{}}` + "\n", fails: protocol, problem: "not JSON-RPC 2.0"},
				{does: "a number", says: `{"jsonrpc":2.0,"id":%s,"result":{}}` + "\n", fails: protocol, problem: "not JSON-RPC 2.0"},
			},
		},
		{
			does: "unknown id / duplicate response", should: "ignore + count",
			replies: []reply{
				{does: "unknown id", says: `{"jsonrpc":"2.0","id":999999,"result":{}}` + "\n" + good, raw: goodRaw, count: stray(1)},
				{does: "error with an unknown id", says: `{"jsonrpc":"2.0","id":%s00000,"error":{"code":1,"message":"x"}}` + "\n" + good, raw: goodRaw, count: stray(1)},
				{does: "duplicate response", says: good + `{"jsonrpc":"2.0","id":%s,"result":{"second":1}}` + "\n", raw: goodRaw, count: stray(1)},
				{does: "of the call before", says: `{"jsonrpc":"2.0","id":%p,"result":{}}` + "\n" + good, raw: goodRaw, count: stray(1)},
			},
		},
		{
			does: `id as string "3" for 3`, should: "accept? no: count, and let it time out",
			replies: []reply{
				{says: `{"jsonrpc":"2.0","id":"%s","result":{}}` + "\n", count: stray(1)},
			},
		},
		{
			does: "id null error (parse error)", should: "log; if exactly one call is open, may fail it",
			choice: "fail it with the server's error",
			replies: []reply{
				{
					does: "one call open", says: `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"cannot parse"}}` + "\n",
					fails: mcpbridge.KindRPC, problem: "-32700: cannot parse", count: stray(1), logged: "cannot parse",
				},
				{does: "a result", says: `{"jsonrpc":"2.0","id":null,"result":{}}` + "\n", count: stray(1)},
			},
			test: nullIDWithTwoOpen,
		},
		{
			does: "id 3.7", should: "reject",
			replies: []reply{
				{does: "3.7", says: `{"jsonrpc":"2.0","id":%s.7,"result":{}}` + "\n", count: stray(1)},
				{does: "3.0", says: `{"jsonrpc":"2.0","id":%s.0,"result":{}}` + "\n", count: stray(1)},
				{does: "3e0", says: `{"jsonrpc":"2.0","id":%se0,"result":{}}` + "\n", count: stray(1)},
				{does: "-3", says: `{"jsonrpc":"2.0","id":-%s,"result":{}}` + "\n", count: stray(1)},
				{does: "03", says: `{"jsonrpc":"2.0","id":0%s,"result":{}}` + "\n", count: noise(1)},
				{does: "3 + 2^64", says: `{"jsonrpc":"2.0","id":1844674407370955161%s,"result":{}}` + "\n", count: stray(1)},
			},
		},
		{
			does: "id object", should: "skip",
			choice: "and count, like every id that the bridge did not assign",
			replies: []reply{
				{does: "object", says: `{"jsonrpc":"2.0","id":{"n":%s},"result":{}}` + "\n", count: stray(1)},
				{does: "array", says: `{"jsonrpc":"2.0","id":[%s],"result":{}}` + "\n", count: stray(1)},
				{does: "true", says: `{"jsonrpc":"2.0","id":true,"result":{}}` + "\n", count: stray(1)},
				{does: "empty string", says: `{"jsonrpc":"2.0","id":"","result":{}}` + "\n", count: stray(1)},
				{does: "0", says: `{"jsonrpc":"2.0","id":0,"result":{}}` + "\n", count: stray(1)},
				{does: "none", says: `{"jsonrpc":"2.0","result":{}}` + "\n", count: noise(1)},
			},
		},
		{
			does: "result+error both / neither", should: "protocol error on that call",
			replies: []reply{
				{does: "both", says: `{"jsonrpc":"2.0","id":%s,"result":{},"error":{"code":1,"message":"x"}}` + "\n", fails: protocol, problem: "both"},
				{does: "error null", says: `{"jsonrpc":"2.0","id":%s,"result":{},"error":null}` + "\n", fails: protocol, problem: "both"},
				{does: "neither", says: `{"jsonrpc":"2.0","id":%s}` + "\n", fails: protocol, problem: "neither"},
			},
		},
		{
			does: "`result:null`", should: "protocol error",
			replies: []reply{
				{does: "null", says: `{"jsonrpc":"2.0","id":%s,"result":null}` + "\n", fails: protocol, problem: "not an object"},
				{does: "array", says: `{"jsonrpc":"2.0","id":%s,"result":[{}]}` + "\n", fails: protocol, problem: "not an object"},
				{does: "string", says: `{"jsonrpc":"2.0","id":%s,"result":"{}"}` + "\n", fails: protocol, problem: "not an object"},
			},
		},
		{
			does: "error code a string", should: "protocol error on that call",
			replies: []reply{
				{does: "string", says: `{"jsonrpc":"2.0","id":%s,"error":{"code":"E1","message":"x"}}` + "\n", fails: protocol, problem: "no integer code"},
				{does: "fraction", says: `{"jsonrpc":"2.0","id":%s,"error":{"code":1.5,"message":"x"}}` + "\n", fails: protocol, problem: "no integer code"},
				{does: "no code", says: `{"jsonrpc":"2.0","id":%s,"error":{"message":"x"}}` + "\n", fails: protocol, problem: "no integer code"},
				{does: "error a string", says: `{"jsonrpc":"2.0","id":%s,"error":"x"}` + "\n", fails: protocol, problem: "no integer code"},
				{does: "message a number", says: `{"jsonrpc":"2.0","id":%s,"error":{"code":1,"message":2}}` + "\n", fails: protocol, problem: "no integer code"},
			},
		},
		{
			does: "batch array", should: "accept ([] only legal at 2025-03-26)",
			choice:  "accept at every revision; an empty one is noise at every revision, because JSON-RPC has no empty batch",
			replies: append(append(batches("pinned", "2025-03-26"), batches("", "")...), batches("modern", "")...),
			test: func(t *testing.T) {
				respondsToTwo(t, "pinned", "2025-03-26", `[%a,%b]`)
				respondsToTwo(t, "", "", `[%b,%a]`)
			},
		},
		{
			does: "unknown content type", should: "pass through",
			replies: []reply{
				{says: `{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"hologram","z":1}]}}` + "\n", raw: `{"content":[{"type":"hologram","z":1}]}`},
			},
		},
		{
			does: "`content` missing", should: "pass through",
			replies: []reply{
				{does: "missing", says: `{"jsonrpc":"2.0","id":%s,"result":{}}` + "\n", raw: `{}`},
				{does: "null", says: `{"jsonrpc":"2.0","id":%s,"result":{"content":null}}` + "\n", raw: `{"content":null}`},
			},
		},
		{
			does: "unknown `resultType`", should: "error (modern), per spec",
			choice: "pass through where the revision does not define the member",
			replies: []reply{
				{does: "legacy", says: `{"jsonrpc":"2.0","id":%s,"result":{"resultType":"task","taskId":"1"}}` + "\n", raw: `{"resultType":"task","taskId":"1"}`},
				{does: "modern", mode: "modern", says: `{"jsonrpc":"2.0","id":%s,"result":{"resultType":"task","taskId":"1"}}` + "\n", fails: protocol, problem: "unknown resultType"},
				{does: "null", mode: "modern", says: `{"jsonrpc":"2.0","id":%s,"result":{"resultType":null}}` + "\n", fails: protocol, problem: "unknown resultType"},
				{
					does: "input_required", mode: "modern", says: `{"jsonrpc":"2.0","id":%s,"result":{"resultType":"input_required","inputRequests":{"a":{"method":"elicitation/create"}}}}` + "\n",
					fails: protocol, problem: "from the client: elicitation/create",
				},
				{does: "complete", mode: "modern", says: `{"jsonrpc":"2.0","id":%s,"result":{"resultType":"complete"}}` + "\n", raw: `{"resultType":"complete"}`},
				{does: "absent", mode: "modern", says: good, raw: goodRaw},
			},
		},
		{
			does: "vendor fields, int > 2^53, key order", should: "keep raw bytes",
			replies: []reply{
				{
					says: `{"x-vendor":1,"jsonrpc":"2.0","id":%s,"result": {"z":1, "a":12345678901234567890,"f":1.50,"e":1E2,"u":"\u00e9\/","a":2} }` + "\n",
					raw:  `{"z":1, "a":12345678901234567890,"f":1.50,"e":1E2,"u":"\u00e9\/","a":2}`,
				},
			},
		},
		{
			does: "server request, unknown method", should: "respond with -32601",
			choice: "count; in the modern era, in which clients must not respond, count only",
			replies: []reply{
				refuses("roots/list", "7"), refuses("sampling/createMessage", `"s-1"`), refuses("elicitation/create", "0"), refuses("x/y", "-1"),
				{does: "modern", mode: "modern", tool: "request", args: asking("7", begun+`{"jsonrpc":"2.0","id":7,"method":"roots/list"}`), count: refused(1)},
				{does: "with an id null", says: `{"jsonrpc":"2.0","id":null,"method":"roots/list"}` + "\n" + good, raw: goodRaw, count: noise(1)},
				{does: "with an id object", says: `{"jsonrpc":"2.0","id":{},"method":"roots/list"}` + "\n" + good, raw: goodRaw, count: noise(1)},
				{does: "with an id of 1 KiB", says: `{"jsonrpc":"2.0","id":"` + strings.Repeat("x", 1<<10) + `","method":"x"}` + "\n" + good, raw: goodRaw, count: noise(1)},
			},
		},
		{
			does: "server `ping`", should: "`{}`",
			choice: "in the modern era, which has no ping, like any other request",
			replies: []reply{
				{does: "legacy", tool: "request", args: asking(`"p1"`, `{"jsonrpc":"2.0","id":"p1","method":"ping"}`), raw: `{"said":{"jsonrpc":"2.0","id":"p1","result":{}}}`},
				{does: "modern", mode: "modern", tool: "request", args: asking("7", begun+`{"jsonrpc":"2.0","id":7,"method":"ping"}`), count: refused(1)},
			},
		},
		{
			does: "unknown/bad notifications", should: "ignore + count",
			replies: []reply{
				{does: "unknown method", says: `{"jsonrpc":"2.0","method":"notifications/x"}` + "\n" + good, raw: goodRaw, count: unknown(1)},
				{does: "method a number", says: `{"jsonrpc":"2.0","method":7}` + "\n" + good, raw: goodRaw, count: noise(1)},
				{does: "too deep", says: `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":` + deep + "}}\n" + good, raw: goodRaw, count: unknown(1)},
				{does: "progress without params", says: `{"jsonrpc":"2.0","method":"notifications/progress"}` + "\n" + good, raw: goodRaw, count: unknown(1)},
				{does: "progress with an array", says: `{"jsonrpc":"2.0","method":"notifications/progress","params":[%s]}` + "\n" + good, raw: goodRaw, count: unknown(1)},
				{does: "progress with a string for a token", says: `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"%s","progress":1}}` + "\n" + good, raw: goodRaw, count: unknown(1)},
				{does: "progress of an unknown call", says: `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":999999,"progress":1}}` + "\n" + good, raw: goodRaw, count: unknown(1)},
				{does: "progress after the response", says: good + begun, raw: goodRaw, count: unknown(1)},
				{does: "progress a string", says: `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":%s,"progress":"x"}}` + "\n" + good, raw: goodRaw, count: unknown(1)},
				{does: "log level a number", says: `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":7}}` + "\n" + good, raw: goodRaw, count: unknown(1)},
				{does: "cancelled for an unknown request", says: `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9}}` + "\n" + good, raw: goodRaw},
			},
		},
		{does: "100 k progress notifications", should: "bounded queue, coalesce/drop, never block reads", choice: "the older are dropped in favor of the newer, and counted", test: floodsProgress},
		{
			does: "1200 levels deep", should: "own depth limit, fail only that call",
			replies: []reply{
				{does: "id first", says: `{"jsonrpc":"2.0","id":%s,"result":{"d":` + deep + "}}\n", fails: protocol, problem: "too deeply"},
				{does: "id last", says: `{"jsonrpc":"2.0","result":{"d":` + deep + `},"id":%s}` + "\n", fails: protocol, problem: "too deeply"},
				{does: "100 k levels", says: `{"jsonrpc":"2.0","id":%s,"result":{"d":` + strings.Repeat(`{"d":[`, 50_000) + strings.Repeat("]}", 50_000) + "}}\n", fails: protocol, problem: "too deeply"},
				{
					does: "as many as allowed", says: `{"jsonrpc":"2.0","id":%s,"result":{"d":` + strings.Repeat("[", 126) + strings.Repeat("]", 126) + "}}\n",
					raw: `{"d":` + strings.Repeat("[", 126) + strings.Repeat("]", 126) + "}",
				},
			},
		},
		{does: "15 MiB result", should: "limit configurable", test: func(t *testing.T) { respondsAtLength(t, 15<<20, 14<<20, 16<<20) }},
		{
			does: "17 / 50 MiB result", should: "over the limit: drain the line, fail that call only",
			test: func(t *testing.T) {
				respondsAtLength(t, 17<<20, 16<<20, 18<<20)
				respondsAtLength(t, 50<<20, 16<<20, 64<<20)
			},
		},
		{does: "dies mid-call (exit 3)", should: "UNAVAILABLE + restart policy", choice: "the error states that the server exited, and whether the call may be repeated", test: diesMidCall},
		{does: "half a message, then exit", should: "as if it had died", test: diesMidMessage},
		{does: "closes stdout, keeps running", should: "kill in background", test: closesStdout},
		{does: "hangs one call", should: "ctx error on time, session stays good + cancelled notification", test: hangsOneCall},
		{does: "Close with a hung call", should: "own Close", test: closeWithHungCalls},
		{does: "ignores stdin EOF / also SIGTERM (1 s)", should: "config", test: ignoresTheEnd},
		{does: "stops reading stdin (pipe full)", should: "writer goroutine + bounded queue + ctx", test: stopsReading},
		{does: "responds out of order (4 calls)", should: "match each response to its call", test: respondsOutOfOrder},
		{does: "ignores `server/discover`", should: "own probe timeout (e.g. 2 s), then initialize", test: ignoresDiscover},
		{does: "responds with version 2099-01-01", should: "error", test: respondsWithVersion2099},
		{does: "hangs in initialize", should: "ctx error, child killed", test: hangsInInitialize},
	}
}

// batches are the cases of a batch at one revision.
func batches(mode, pin string) []reply {
	name := mode + pin + " "
	response := strings.TrimSpace(good)
	return []reply{
		{does: name + "notification and response", mode: mode, pin: pin, says: `[` + strings.TrimSpace(begun) + ` , ` + response + "]\n", raw: goodRaw, progress: 1},
		{does: name + "[]", mode: mode, pin: pin, says: "[]\n" + good, raw: goodRaw, count: noise(1)},
		{does: name + "[1]", mode: mode, pin: pin, says: "[1]\n" + good, raw: goodRaw, count: noise(1)},
		{does: name + "batch in a batch", mode: mode, pin: pin, says: `[[` + response + "]]\n", count: noise(1)},
		{does: name + "cut", mode: mode, pin: pin, says: `[` + response + ",\n", raw: goodRaw, count: noise(1)},
	}
}

// refuses is the case of a request with a method that the bridge does not support.
func refuses(method, id string) reply {
	return reply{
		does: method, tool: "request", args: asking(id, `{"jsonrpc":"2.0","id":`+id+`,"method":"`+method+`","params":{}}`),
		raw:   `{"said":{"jsonrpc":"2.0","id":` + id + `,"error":{"code":-32601,"message":"method not found"}}}`,
		count: refused(1),
	}
}
