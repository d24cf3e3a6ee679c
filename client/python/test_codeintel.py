"""Calls the typed code-intelligence service from Python, over a unix socket."""

import pathlib
import subprocess
import tempfile
import unittest

import grpc
from coderef.codeintel.v1 import codeintel_service_pb2 as codeintel
from coderef.codeintel.v1 import codeintel_service_pb2_grpc as codeintel_grpc
from coderef.codeintel.v1 import element_pb2 as element

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHOP = str(ROOT / "examples" / "shop")
DEADLINE = 60  # seconds


class CodeIntelTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        address = "unix://" + folder.name + "/coderefd.sock"
        service = subprocess.Popen(
            [ROOT / "bin" / "coderefd", "serve", "--listen", address, "--admin-listen", ""]
        )
        cls.addClassCleanup(service.wait, DEADLINE)
        cls.addClassCleanup(service.terminate)

        channel = grpc.insecure_channel(address)
        cls.addClassCleanup(channel.close)
        grpc.channel_ready_future(channel).result(timeout=DEADLINE)
        cls.service = codeintel_grpc.CodeIntelServiceStub(channel)

    def test_scan(self):
        names = []
        token = ""
        while True:
            page = self.service.Scan(
                codeintel.ScanRequest(project_path=SHOP, page_size=5, page_token=token),
                timeout=DEADLINE,
            )
            names += [e.name for e in page.elements]
            token = page.next_page_token
            if not token:
                break
        self.assertEqual(page.total_size, len(names))
        self.assertEqual(page.mode, codeintel.SCAN_MODE_AST)
        self.assertIn("formatPrice", names)
        self.assertIn("Cart.total", names)

    def test_query(self):
        answer = self.service.Query(
            codeintel.QueryRequest(
                project_path=SHOP,
                query_type=codeintel.QUERY_TYPE_CALLS_ME,
                target="formatPrice",
            ),
            timeout=DEADLINE,
        )
        self.assertEqual(answer.precision, element.PRECISION_SEMANTIC)
        self.assertEqual(
            sorted(r.location.file for r in answer.relations),
            ["src/cart/receipt.ts", "src/components/Checkout.tsx", "src/components/PriceTag.tsx"],
        )

    def test_unknown_element(self):
        with self.assertRaises(grpc.RpcError) as failure:
            self.service.Query(
                codeintel.QueryRequest(
                    project_path=SHOP,
                    query_type=codeintel.QUERY_TYPE_CALLS_ME,
                    target="noSuchThing",
                ),
                timeout=DEADLINE,
            )
        self.assertEqual(failure.exception.code(), grpc.StatusCode.NOT_FOUND)


if __name__ == "__main__":
    unittest.main()
