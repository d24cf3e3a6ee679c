"""Calls each typed RPC of the code intelligence once, over a unix socket."""

import hashlib
import pathlib
import shutil
import tempfile
import unittest

import grpc
from coderef.codeintel.v1 import (
    analysis_pb2,
    complexity_pb2,
    context_pb2,
    coverage_pb2,
    diagram_pb2,
    drift_pb2,
    element_pb2,
    export_pb2,
    impact_pb2,
    patterns_pb2,
    query_pb2,
    scan_pb2,
    tag_pb2,
    validate_pb2,
)
from coderef.codeintel.v1.codeintel_service_pb2_grpc import CodeIntelServiceStub

from service import DEADLINE, ROOT, ServiceTest

# An index with another line for formatPrice, and with an element that does not exist.
INDEX = """{"version": "2.0.0", "elements": [
  {"type": "function", "name": "formatPrice", "file": "src/lib/money.ts", "line": 1},
  {"type": "function", "name": "priceOf", "file": "src/lib/money.ts", "line": 90}
]}"""


class CodeIntelTest(ServiceTest):
    @classmethod
    def setUpClass(cls):
        cls.serve()
        cls.service = CodeIntelServiceStub(cls.channel)

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.shop = pathlib.Path(folder.name).resolve() / "shop"
        shutil.copytree(ROOT / "examples" / "shop", self.shop)
        self.project = str(self.shop)

    def call(self, method, request):
        return method(request, timeout=DEADLINE)

    def test_scan(self):
        names = []
        request = scan_pb2.ScanRequest(project_path=self.project, page_size=5)
        while True:
            page = self.call(self.service.Scan, request)
            self.assertLessEqual(len(page.elements), 5)
            names += [e.name for e in page.elements]
            if not page.next_page_token:
                break
            request.page_token = page.next_page_token
        self.assertEqual(page.total_size, len(names))
        self.assertEqual(page.mode, scan_pb2.SCAN_MODE_AST)
        self.assertIn("formatPrice", names)
        self.assertIn("Cart.total", names)

    def test_stream_scan(self):
        request = scan_pb2.StreamScanRequest(scan=scan_pb2.ScanRequest(project_path=self.project))
        events = list(self.call(self.service.StreamScan, request))
        found = {e.name: e for event in events for e in event.elements.elements}
        self.assertEqual(events[-1].WhichOneof("event"), "result")
        self.assertEqual(events[-1].result.total_size, len(found))
        self.assertEqual([p.name for p in found["formatPrice"].parameters], ["price"])
        self.assertEqual(found["Cart.total"].parent_id, found["Cart"].id)

    def test_query(self):
        request = query_pb2.QueryRequest(
            project_path=self.project, query_type=query_pb2.QUERY_TYPE_CALLS_ME, target="formatPrice"
        )
        response = self.call(self.service.Query, request)
        self.assertEqual(response.analysis.precision, analysis_pb2.PRECISION_SEMANTIC)
        self.assertEqual(
            sorted(r.location.file for r in response.relations),
            ["src/cart/receipt.ts", "src/components/Checkout.tsx", "src/components/PriceTag.tsx"],
        )
        self.assertEqual({r.confidence for r in response.relations}, {element_pb2.CONFIDENCE_EXACT})

    def test_analyze_impact(self):
        request = impact_pb2.AnalyzeImpactRequest(
            project_path=self.project,
            target="formatPrice",
            operation=impact_pb2.IMPACT_OPERATION_DELETE,
        )
        response = self.call(self.service.AnalyzeImpact, request)
        affected = {f.file: f for f in response.affected_files}
        self.assertEqual(response.total_size, len(affected))
        self.assertEqual(affected["src/cart/receipt.ts"].severity, impact_pb2.IMPACT_SEVERITY_BREAKING)
        self.assertTrue(response.target.exported)
        self.assertNotEqual(response.risk.level, impact_pb2.RISK_LEVEL_UNSPECIFIED)

    def test_measure_complexity(self):
        request = complexity_pb2.MeasureComplexityRequest(
            project_path=self.project, target="src/lib/money.ts"
        )
        response = self.call(self.service.MeasureComplexity, request)
        self.assertEqual(response.target.type, element_pb2.ELEMENT_TYPE_FILE)
        self.assertEqual(sorted(e.element.name for e in response.elements), ["formatPrice", "sum"])
        self.assertTrue(response.metrics.HasField("function_count"))
        self.assertFalse(response.elements[0].metrics.HasField("function_count"))

    def test_find_patterns(self):
        request = patterns_pb2.FindPatternsRequest(
            project_path=self.project, pattern_type=patterns_pb2.PATTERN_TYPE_REACT, page_size=100
        )
        response = self.call(self.service.FindPatterns, request)
        self.assertEqual(response.total_size, len(response.matches))
        self.assertIn("src/components/useCart.ts", {m.location.file for m in response.matches})

    def test_report_coverage(self):
        request = coverage_pb2.ReportCoverageRequest(project_path=self.project)
        response = self.call(self.service.ReportCoverage, request)
        self.assertEqual(response.mode, coverage_pb2.COVERAGE_MODE_STATIC)
        self.assertEqual(response.untested_file_count, response.total_size)
        self.assertFalse(response.overall.HasField("lines"))
        self.assertEqual(response.overall.functions.covered_count, 0)

    def test_build_context(self):
        request = context_pb2.BuildContextRequest(
            project_path=self.project, format=context_pb2.CONTEXT_FORMAT_BOTH
        )
        response = self.call(self.service.BuildContext, request)
        self.assertLessEqual(response.token_count, 4000)
        counts = {e.file_extension: e.file_count for e in response.brief.stats.file_extensions}
        self.assertEqual(counts, {"ts": 5, "tsx": 2})
        self.assertIn("formatPrice", {k.element.name for k in response.brief.key_elements})
        self.assertIn("formatPrice", response.markdown)

    def test_validate(self):
        (self.shop / "notes.md").write_text("See @Fn/src/lib/money.ts#formatPrize.\n")
        request = validate_pb2.ValidateRequest(project_path=self.project, glob="notes.md")
        response = self.call(self.service.Validate, request)
        self.assertEqual(response.valid_ratio, 0)
        (problem,) = response.problems
        self.assertEqual(problem.code, validate_pb2.REFERENCE_PROBLEM_CODE_ELEMENT_NOT_FOUND)
        self.assertEqual((problem.location.line, problem.location.column), (1, 5))
        self.assertEqual(problem.suggestions[0], "@Fn/src/lib/money.ts#formatPrice")

    def test_detect_drift(self):
        (self.shop / ".coderef-index.json").write_text(INDEX)
        request = drift_pb2.DetectDriftRequest(project_path=self.project)
        response = self.call(self.service.DetectDrift, request)
        by_name = {e.old_name: e for e in response.entries}
        self.assertEqual(by_name["formatPrice"].status, drift_pb2.DRIFT_STATUS_MOVED)
        self.assertEqual(by_name["formatPrice"].new_location.line, 21)
        self.assertEqual(by_name["priceOf"].status, drift_pb2.DRIFT_STATUS_MISSING)
        self.assertEqual(response.drift_ratio, 1)
        self.assertFalse(response.HasField("generate_time"))

    def test_draw_diagram(self):
        request = diagram_pb2.DrawDiagramRequest(
            project_path=self.project,
            diagram_type=diagram_pb2.DIAGRAM_TYPE_IMPORTS,
            format=diagram_pb2.DIAGRAM_FORMAT_DOT,
        )
        response = self.call(self.service.DrawDiagram, request)
        self.assertTrue(response.diagram.startswith("digraph"), response.diagram)
        self.assertIn("money.ts", response.diagram)
        self.assertGreater(response.edge_count, 0)

    def test_tag(self):
        money = self.shop / "src" / "lib" / "money.ts"
        before = money.read_text()
        request = tag_pb2.TagRequest(project_path=str(money), dry_run=True)
        dry = self.call(self.service.Tag, request)
        self.assertEqual(money.read_text(), before)
        self.assertIn("\n+// @Fn/", dry.files[0].diff)
        request.dry_run = False
        first = self.call(self.service.Tag, request)
        self.assertEqual(first.added_count, dry.added_count)
        tagged = money.read_text()
        self.assertNotEqual(tagged, before)
        second = self.call(self.service.Tag, request)
        self.assertEqual((second.added_count, second.updated_count), (0, 0))
        self.assertEqual(money.read_text(), tagged)

    def test_export(self):
        request = export_pb2.ExportRequest(
            project_path=self.project, format=export_pb2.EXPORT_FORMAT_JSONLD, output_path="g.jsonld"
        )
        response = self.call(self.service.Export, request)
        written = (self.shop / "g.jsonld").read_bytes()
        self.assertEqual(response.output_path, str(self.shop / "g.jsonld"))
        self.assertEqual(response.size_bytes, len(written))
        self.assertEqual(response.sha256, hashlib.sha256(written).hexdigest())

    def test_unknown_element(self):
        request = query_pb2.QueryRequest(
            project_path=self.project, query_type=query_pb2.QUERY_TYPE_CALLS_ME, target="noSuchThing"
        )
        with self.assertRaises(grpc.RpcError) as failure:
            self.call(self.service.Query, request)
        self.assertEqual(failure.exception.code(), grpc.StatusCode.NOT_FOUND)

    def test_invalid_request(self):
        with self.assertRaises(grpc.RpcError) as failure:
            self.call(self.service.Export, export_pb2.ExportRequest(project_path=self.project))
        self.assertEqual(failure.exception.code(), grpc.StatusCode.INVALID_ARGUMENT)
        self.assertIn("format", failure.exception.details())


if __name__ == "__main__":
    unittest.main()
