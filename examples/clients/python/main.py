"""Calls the tools and the code intelligence of a coderefd service.

Usage: main.py ADDRESS PROJECT

ADDRESS is host:port. PROJECT is the absolute path of examples/shop on the service's host.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator

import grpc
from coderef.codeintel.v1 import analysis_pb2, impact_pb2, scan_pb2, tool_error_pb2
from coderef.codeintel.v1.codeintel_service_pb2_grpc import CodeIntelServiceStub
from coderef.tool.v1 import tool_pb2, tool_service_pb2
from coderef.tool.v1.tool_service_pb2_grpc import ToolServiceStub
from google.protobuf.descriptor import EnumDescriptor
from google.rpc import error_details_pb2

from status_details import StatusDetails

DEADLINE = 60.0  # seconds, for each call


def list_tools(service: ToolServiceStub, server: str) -> Iterator[tool_pb2.Tool]:
    """Yields the tools of a server, page by page."""
    request = tool_service_pb2.ListToolsRequest(server=server)
    while True:
        page = service.ListTools(request, timeout=DEADLINE)
        yield from page.tools
        if not page.next_page_token:
            return
        request.page_token = page.next_page_token


def print_tools(service: ToolServiceStub) -> None:
    tools = list(list_tools(service, "coderef"))
    print(f"tools: {len(tools)}")
    for tool in tools:
        print(f"  {tool.name}")


def call_scan(service: ToolServiceStub, project: str) -> None:
    """Calls a tool with exact JSON, so that the result is the tool's exact JSON."""
    request = tool_service_pb2.CallToolRequest(
        name="coderef_scan", arguments_json=json.dumps({"project_path": project}).encode()
    )
    response = service.CallTool(request, timeout=DEADLINE)
    result = json.loads(response.result_json)
    elements = result["structuredContent"]["elements"]
    print(f"scan: {len(elements)} elements, is_error {str(response.is_error).lower()}")


def analyze_impact(service: CodeIntelServiceStub, project: str) -> None:
    request = impact_pb2.AnalyzeImpactRequest(
        project_path=project, target="formatPrice", operation=impact_pb2.IMPACT_OPERATION_DELETE
    )
    impact = service.AnalyzeImpact(request, timeout=DEADLINE)
    level = enum_name(impact_pb2.RiskLevel.DESCRIPTOR, impact.risk.level)
    print(f"impact: {level}, {impact.direct_dependent_count} direct dependents, {impact.total_size} files")
    for affected in impact.affected_files:
        print(f"  {affected.file}: {enum_name(impact_pb2.ImpactSeverity.DESCRIPTOR, affected.severity)}")
    if impact.analysis.HasField("unresolved"):
        unresolved = impact.analysis.unresolved
        print(f"  unresolved: {unresolved.call_count} calls, {unresolved.import_count} imports")
    else:
        print("  unresolved: not counted")
    print(f"  precision: {enum_name(analysis_pb2.Precision.DESCRIPTOR, impact.analysis.precision)}")


def stream_scan(service: CodeIntelServiceStub, project: str) -> None:
    count = 0
    request = scan_pb2.StreamScanRequest(scan=scan_pb2.ScanRequest(project_path=project))
    for event in service.StreamScan(request, timeout=DEADLINE):
        kind = event.WhichOneof("event")
        if kind == "elements":
            count += len(event.elements.elements)
        elif kind == "result":
            result = event.result
            print(
                f"stream: {count} elements, total_size {result.total_size}, "
                f"{len(result.analysis.warnings)} warnings"
            )


def print_failure(title: str, call: Callable[[], object]) -> None:
    """Makes a call that must fail, and prints the parts of the status that programs use."""
    try:
        call()
    except grpc.RpcError as error:
        details = StatusDetails(error)
    else:
        raise SystemExit(f"{title}: the call succeeded, want an error")

    words = [details.code.name]
    if info := details.find(error_details_pb2.ErrorInfo):
        words.append(info.reason)
    if tool_error := details.find(tool_error_pb2.ToolError):
        words.append(enum_name(tool_error_pb2.ToolErrorCode.DESCRIPTOR, tool_error.code))
    print(f"{title}: {', '.join(words)}")
    if target := details.find(tool_error_pb2.TargetCandidates):
        for candidate in target.candidates:
            print(f"  candidate: {candidate.id}")
    if bad_request := details.find(error_details_pb2.BadRequest):
        for violation in bad_request.field_violations:
            print(f"  {violation.field}: {violation.description}")


def enum_name(enum: EnumDescriptor, value: int) -> str:
    """Returns the name of an enum value; a newer service may send values without one."""
    descriptor = enum.values_by_number.get(value)
    return descriptor.name if descriptor else str(value)


def main(address: str, project: str) -> None:
    with grpc.insecure_channel(address) as channel:
        tools = ToolServiceStub(channel)
        codeintel = CodeIntelServiceStub(channel)
        print_tools(tools)
        call_scan(tools, project)
        analyze_impact(codeintel, project)
        stream_scan(codeintel, project)

        ambiguous = impact_pb2.AnalyzeImpactRequest(project_path=project, target="currency")
        print_failure("ambiguous target", lambda: codeintel.AnalyzeImpact(ambiguous, timeout=DEADLINE))
        bad_argument = tool_service_pb2.CallToolRequest(
            name="coderef_query",
            arguments_json=json.dumps({"project_path": project, "query_type": "calls-me", "target": 5}).encode(),
        )
        print_failure("bad argument", lambda: tools.CallTool(bad_argument, timeout=DEADLINE))
        bad_field = impact_pb2.AnalyzeImpactRequest(project_path=project, target="formatPrice", max_depth=11)
        print_failure("bad field", lambda: codeintel.AnalyzeImpact(bad_field, timeout=DEADLINE))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit("usage: main.py ADDRESS PROJECT")
    try:
        main(*sys.argv[1:])
    except grpc.RpcError as error:
        raise SystemExit(f"{error.code().name}: {error.details()}") from error
