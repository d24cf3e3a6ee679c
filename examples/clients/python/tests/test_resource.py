"""Reads resources, text and binary, of an MCP server that is written in Python."""

import json
import pathlib
import sys
import tempfile
import unittest

import grpc
from coderef.resource.v1.resource_service_pb2 import GetResourceRequest, ListResourcesRequest, StreamResourceRequest
from coderef.resource.v1.resource_service_pb2_grpc import ResourceServiceStub

from service import DEADLINE, ServiceTest

# The smallest MCP server with resources: two that it lists, and a template.
SERVER = r"""
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    if "id" not in request:
        continue
    uri = request.get("params", {}).get("uri", "")
    part = {"uri": uri, "blob": "AP+A"} if uri == "memo:bytes" else {"uri": uri, "text": "text of " + uri}
    result = {
        "initialize": {"protocolVersion": "2025-11-25", "capabilities": {"resources": {}},
                       "serverInfo": {"name": "memo", "version": "1"}},
        "resources/list": {"resources": [{"uri": "memo:text", "name": "text"}, {"uri": "memo:bytes", "name": "bytes"}]},
        "resources/templates/list": {"resourceTemplates": [{"uriTemplate": "memo:note/{name}", "name": "note"}]},
        "resources/read": {"contents": [part]},
    }.get(request["method"])
    response = {"jsonrpc": "2.0", "id": request["id"]}
    if result is None:
        response["error"] = {"code": -32601, "message": "method not found"}
    else:
        response["result"] = result
    print(json.dumps(response), flush=True)
"""


class ResourceTest(ServiceTest):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        config = pathlib.Path(folder.name, "mcp.json")
        config.write_text(json.dumps({"mcpServers": {"memo": {"command": sys.executable, "args": ["-c", SERVER]}}}))
        cls.serve("--mcp-config", str(config))
        cls.service = ResourceServiceStub(cls.channel)

    def test_list(self):
        response = self.service.ListResources(ListResourcesRequest(server="memo"), timeout=DEADLINE)
        self.assertEqual([r.uri for r in response.resources], ["memo:bytes", "memo:text"])

    def test_text(self):
        response = self.service.GetResource(GetResourceRequest(uri="memo:text"), timeout=DEADLINE)
        self.assertEqual([c.text for c in response.contents], ["text of memo:text"])
        self.assertEqual(response.call_info.server, "memo")

    def test_binary(self):
        response = self.service.GetResource(GetResourceRequest(uri="memo:bytes"), timeout=DEADLINE)
        self.assertEqual([c.blob for c in response.contents], [b"\x00\xff\x80"])

    def test_template(self):
        response = self.service.GetResource(
            GetResourceRequest(uri_template="memo:note/{name}", arguments={"name": "a b"}), timeout=DEADLINE
        )
        self.assertEqual(response.contents[0].text, "text of memo:note/a%20b")

    def test_stream(self):
        request = StreamResourceRequest(read=GetResourceRequest(uri="memo:bytes"))
        events = list(self.service.StreamResource(request, timeout=DEADLINE))
        self.assertEqual([e.WhichOneof("event") for e in events], ["start", "chunk", "result"])
        self.assertEqual(b"".join(e.chunk for e in events), b"\x00\xff\x80")

    def test_unknown(self):
        with self.assertRaises(grpc.RpcError) as failure:
            self.service.GetResource(GetResourceRequest(uri="memo:nothing/here"), timeout=DEADLINE)
        self.assertEqual(failure.exception.code(), grpc.StatusCode.NOT_FOUND)


if __name__ == "__main__":
    unittest.main()
