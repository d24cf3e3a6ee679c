"""Reads resources from Python: text and binary, from a server written in Python."""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import grpc
from coderef.resource.v1 import resource_service_pb2 as resource
from coderef.resource.v1 import resource_service_pb2_grpc as resource_grpc

ROOT = pathlib.Path(__file__).resolve().parents[2]
DEADLINE = 60  # seconds

# The smallest MCP server with resources: two that it lists, and a template.
SERVER = r"""
import json, sys
for line in sys.stdin:
    ask = json.loads(line)
    if "id" not in ask:
        continue
    uri = ask.get("params", {}).get("uri", "")
    result = {
        "initialize": {"protocolVersion": "2025-11-25", "capabilities": {"resources": {}},
                       "serverInfo": {"name": "memo", "version": "1"}},
        "resources/list": {"resources": [{"uri": "memo:text", "name": "text"}, {"uri": "memo:bytes", "name": "bytes"}]},
        "resources/templates/list": {"resourceTemplates": [{"uriTemplate": "memo:note/{name}", "name": "note"}]},
        "resources/read": {"contents": [{"uri": uri, "blob": "AP+A"} if uri == "memo:bytes" else {"uri": uri, "text": "text of " + uri}]},
    }.get(ask["method"])
    answer = {"jsonrpc": "2.0", "id": ask["id"]}
    if result is None:
        answer["error"] = {"code": -32601, "message": "method not found"}
    else:
        answer["result"] = result
    print(json.dumps(answer), flush=True)
"""


class ResourceTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        config = pathlib.Path(folder.name, "mcp.json")
        config.write_text(json.dumps({"mcpServers": {"memo": {"command": sys.executable, "args": ["-c", SERVER]}}}))
        address = "unix://" + folder.name + "/coderefd.sock"
        service = subprocess.Popen(
            [ROOT / "bin" / "coderefd", "serve", "--listen", address, "--admin-listen", "", "--mcp-config", config]
        )
        cls.addClassCleanup(service.wait, DEADLINE)
        cls.addClassCleanup(service.terminate)

        channel = grpc.insecure_channel(address)
        cls.addClassCleanup(channel.close)
        grpc.channel_ready_future(channel).result(timeout=DEADLINE)
        cls.service = resource_grpc.ResourceServiceStub(channel)

    def test_list(self):
        answer = self.service.ListResources(resource.ListResourcesRequest(server="memo"), timeout=DEADLINE)
        self.assertEqual([r.uri for r in answer.resources], ["memo:bytes", "memo:text"])

    def test_text(self):
        answer = self.service.GetResource(resource.GetResourceRequest(uri="memo:text"), timeout=DEADLINE)
        self.assertEqual([c.text for c in answer.contents], ["text of memo:text"])
        self.assertEqual(answer.call.server, "memo")

    def test_binary(self):
        answer = self.service.GetResource(resource.GetResourceRequest(uri="memo:bytes"), timeout=DEADLINE)
        self.assertEqual([c.blob for c in answer.contents], [b"\x00\xff\x80"])

    def test_template(self):
        answer = self.service.GetResource(
            resource.GetResourceRequest(uri_template="memo:note/{name}", arguments={"name": "a b"}), timeout=DEADLINE
        )
        self.assertEqual(answer.contents[0].text, "text of memo:note/a%20b")

    def test_stream(self):
        events = list(self.service.StreamResource(resource.StreamResourceRequest(uri="memo:bytes"), timeout=DEADLINE))
        self.assertEqual([e.WhichOneof("event") for e in events], ["start", "chunk", "result"])
        self.assertEqual(b"".join(e.chunk for e in events), b"\x00\xff\x80")

    def test_unknown(self):
        with self.assertRaises(grpc.RpcError) as failure:
            self.service.GetResource(resource.GetResourceRequest(uri="memo:nothing/here"), timeout=DEADLINE)
        self.assertEqual(failure.exception.code(), grpc.StatusCode.NOT_FOUND)


if __name__ == "__main__":
    unittest.main()
