"""Calls the typed code-intelligence service from Python, over a unix socket."""

import hashlib
import pathlib
import shutil
import subprocess
import tempfile
import unittest

import grpc
from coderef.codeintel.v1 import codeintel_service_pb2 as codeintel
from coderef.codeintel.v1 import codeintel_service_pb2_grpc as codeintel_grpc
from coderef.codeintel.v1 import complexity_pb2 as complexity
from coderef.codeintel.v1 import context_pb2 as context
from coderef.codeintel.v1 import coverage_pb2 as coverage
from coderef.codeintel.v1 import diagram_pb2 as diagram
from coderef.codeintel.v1 import drift_pb2 as drift
from coderef.codeintel.v1 import element_pb2 as element
from coderef.codeintel.v1 import export_pb2 as export
from coderef.codeintel.v1 import patterns_pb2 as patterns
from coderef.codeintel.v1 import tag_pb2 as tag
from coderef.codeintel.v1 import validate_pb2 as validate

ROOT = pathlib.Path(__file__).resolve().parents[2]
DEADLINE = 60  # seconds

# An index in which formatPrice stands elsewhere and priceOf still exists.
INDEX = """{"version": "2.0.0", "elements": [
  {"type": "function", "name": "formatPrice", "file": "src/lib/money.ts", "line": 1},
  {"type": "function", "name": "priceOf", "file": "src/lib/money.ts", "line": 90}
]}"""


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

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.shop = pathlib.Path(folder.name).resolve() / "shop"
        shutil.copytree(ROOT / "examples" / "shop", self.shop)

    def call(self, method, request):
        return method(request, timeout=DEADLINE)

    def test_scan(self):
        names = []
        token = ""
        while True:
            page = self.call(
                self.service.Scan,
                codeintel.ScanRequest(project_path=str(self.shop), page_size=5, page_token=token),
            )
            names += [e.name for e in page.elements]
            token = page.next_page_token
            if not token:
                break
        self.assertEqual(page.total_size, len(names))
        self.assertEqual(page.mode, codeintel.SCAN_MODE_AST)
        self.assertIn("formatPrice", names)
        self.assertIn("Cart.total", names)

    def test_stream_scan(self):
        events = list(
            self.call(
                self.service.StreamScan, codeintel.StreamScanRequest(project_path=str(self.shop))
            )
        )
        found = {e.name: e for event in events for e in event.elements.elements}
        self.assertEqual(events[-1].WhichOneof("event"), "summary")
        self.assertEqual(events[-1].summary.total_size, len(found))
        self.assertEqual([p.name for p in found["formatPrice"].parameters], ["price"])
        self.assertEqual(found["Cart.total"].parent_id, found["Cart"].id)

    def test_query(self):
        answer = self.call(
            self.service.Query,
            codeintel.QueryRequest(
                project_path=str(self.shop),
                query_type=codeintel.QUERY_TYPE_CALLS_ME,
                target="formatPrice",
            ),
        )
        self.assertEqual(answer.precision, element.PRECISION_SEMANTIC)
        self.assertEqual(
            sorted(r.location.file for r in answer.relations),
            ["src/cart/receipt.ts", "src/components/Checkout.tsx", "src/components/PriceTag.tsx"],
        )
        self.assertEqual({r.confidence for r in answer.relations}, {element.CONFIDENCE_EXACT})

    def test_impact(self):
        answer = self.call(
            self.service.Impact,
            codeintel.ImpactRequest(
                project_path=str(self.shop),
                element="formatPrice",
                operation=codeintel.IMPACT_OPERATION_DELETE,
            ),
        )
        effects = {e.file: e for e in answer.ripple_effects}
        self.assertEqual(answer.total_size, len(effects))
        self.assertEqual(
            effects["src/cart/receipt.ts"].severity, codeintel.IMPACT_SEVERITY_BREAKING
        )
        self.assertTrue(answer.risk.exported)
        self.assertNotEqual(answer.risk.level, codeintel.RISK_LEVEL_UNSPECIFIED)

    def test_complexity(self):
        answer = self.call(
            self.service.Complexity,
            complexity.ComplexityRequest(project_path=str(self.shop), element="src/lib/money.ts"),
        )
        self.assertEqual(answer.element.type, element.ELEMENT_TYPE_FILE)
        self.assertEqual(
            sorted(e.element.name for e in answer.elements), ["formatPrice", "sum"]
        )
        self.assertTrue(answer.metrics.HasField("function_count"))
        self.assertFalse(answer.elements[0].metrics.HasField("function_count"))

    def test_patterns(self):
        answer = self.call(
            self.service.Patterns,
            patterns.PatternsRequest(
                project_path=str(self.shop),
                pattern_type=patterns.PATTERN_TYPE_REACT,
                page_size=100,
            ),
        )
        self.assertEqual(answer.total_size, len(answer.patterns))
        self.assertIn("src/components/useCart.ts", {p.location.file for p in answer.patterns})

    def test_coverage(self):
        answer = self.call(
            self.service.Coverage, coverage.CoverageRequest(project_path=str(self.shop))
        )
        self.assertEqual(answer.mode, coverage.COVERAGE_MODE_STATIC)
        self.assertEqual(answer.untested_file_count, answer.total_size)
        self.assertFalse(answer.overall.HasField("lines"))
        self.assertEqual(answer.overall.functions.covered_count, 0)

    def test_context(self):
        answer = self.call(
            self.service.Context,
            context.ContextRequest(
                project_path=str(self.shop), output_format=context.CONTEXT_FORMAT_BOTH
            ),
        )
        self.assertLessEqual(answer.token_count, 4000)
        self.assertEqual(dict(answer.brief.stats.language_file_counts), {"ts": 5, "tsx": 2})
        self.assertIn("formatPrice", {k.element.name for k in answer.brief.key_elements})
        self.assertIn("formatPrice", answer.markdown)

    def test_validate(self):
        (self.shop / "notes.md").write_text("See @Fn/src/lib/money.ts#formatPrize.\n")
        answer = self.call(
            self.service.Validate,
            validate.ValidateRequest(project_path=str(self.shop), pattern="notes.md"),
        )
        self.assertEqual(answer.valid_ratio, 0)
        (problem,) = answer.problems
        self.assertEqual(problem.code, validate.REFERENCE_PROBLEM_CODE_ELEMENT_NOT_FOUND)
        self.assertEqual((problem.location.line, problem.location.column), (1, 5))
        self.assertEqual(problem.suggestions[0], "@Fn/src/lib/money.ts#formatPrice")

    def test_drift(self):
        (self.shop / ".coderef-index.json").write_text(INDEX)
        answer = self.call(self.service.Drift, drift.DriftRequest(project_path=str(self.shop)))
        by_name = {e.old_name: e for e in answer.entries}
        self.assertEqual(by_name["formatPrice"].status, drift.DRIFT_STATUS_MOVED)
        self.assertEqual(by_name["formatPrice"].new_location.line, 21)
        self.assertEqual(by_name["priceOf"].status, drift.DRIFT_STATUS_MISSING)
        self.assertEqual(answer.drift_ratio, 1)
        self.assertFalse(answer.HasField("generate_time"))

    def test_diagram(self):
        answer = self.call(
            self.service.Diagram,
            diagram.DiagramRequest(
                project_path=str(self.shop),
                diagram_type=diagram.DIAGRAM_TYPE_IMPORTS,
                format=diagram.DIAGRAM_FORMAT_DOT,
            ),
        )
        self.assertTrue(answer.diagram.startswith("digraph"), answer.diagram)
        self.assertIn("money.ts", answer.diagram)
        self.assertGreater(answer.edge_count, 0)

    def test_tag(self):
        money = self.shop / "src" / "lib" / "money.ts"
        before = money.read_text()
        dry = self.call(self.service.Tag, tag.TagRequest(path=str(money), dry_run=True))
        self.assertEqual(money.read_text(), before)
        self.assertIn("\n+// @Fn/", dry.files[0].diff)
        done = self.call(self.service.Tag, tag.TagRequest(path=str(money)))
        self.assertEqual(done.added_count, dry.added_count)
        after = money.read_text()
        self.assertNotEqual(after, before)
        again = self.call(self.service.Tag, tag.TagRequest(path=str(money)))
        self.assertEqual((again.added_count, again.updated_count), (0, 0))
        self.assertEqual(money.read_text(), after)

    def test_export(self):
        answer = self.call(
            self.service.Export,
            export.ExportRequest(
                project_path=str(self.shop), format=export.EXPORT_FORMAT_JSONLD, output_path="g.jsonld"
            ),
        )
        written = (self.shop / "g.jsonld").read_bytes()
        self.assertEqual(answer.output_path, str(self.shop / "g.jsonld"))
        self.assertEqual(answer.size_bytes, len(written))
        self.assertEqual(answer.sha256, hashlib.sha256(written).hexdigest())

    def test_unknown_element(self):
        with self.assertRaises(grpc.RpcError) as failure:
            self.call(
                self.service.Query,
                codeintel.QueryRequest(
                    project_path=str(self.shop),
                    query_type=codeintel.QUERY_TYPE_CALLS_ME,
                    target="noSuchThing",
                ),
            )
        self.assertEqual(failure.exception.code(), grpc.StatusCode.NOT_FOUND)

    def test_bad_request(self):
        with self.assertRaises(grpc.RpcError) as failure:
            self.call(self.service.Export, export.ExportRequest(project_path=str(self.shop)))
        self.assertEqual(failure.exception.code(), grpc.StatusCode.INVALID_ARGUMENT)
        self.assertIn("format", failure.exception.details())


if __name__ == "__main__":
    unittest.main()
