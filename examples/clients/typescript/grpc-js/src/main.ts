// Calls the tools and the code intelligence of a coderefd service.
//
// Usage: node dist/main.js ADDRESS PROJECT
//
// ADDRESS is host:port. PROJECT is the absolute path of examples/shop on the
// service's host.
import { credentials, Metadata, type ServiceError } from "@grpc/grpc-js";

import { Precision } from "./gen/coderef/codeintel/v1/analysis.js";
import { CodeIntelServiceClient } from "./gen/coderef/codeintel/v1/codeintel_service.js";
import { AnalyzeImpactRequest, ImpactOperation, ImpactSeverity, RiskLevel } from "./gen/coderef/codeintel/v1/impact.js";
import { StreamScanRequest, type StreamScanResponse } from "./gen/coderef/codeintel/v1/scan.js";
import { TargetCandidates, ToolError, ToolErrorCode } from "./gen/coderef/codeintel/v1/tool_error.js";
import type { Tool } from "./gen/coderef/tool/v1/tool.js";
import { CallToolRequest, ListToolsRequest, ToolServiceClient } from "./gen/coderef/tool/v1/tool_service.js";
import { BadRequest, ErrorInfo } from "./gen/google/rpc/error_details.js";
import { StatusDetails } from "./status.js";
import { unary, withDeadline } from "./unary.js";

/** Yields the tools of a server, page by page. */
async function* listTools(service: ToolServiceClient, server: string): AsyncGenerator<Tool> {
  const request = ListToolsRequest.fromPartial({ server });
  do {
    const page = await unary(service, service.listTools, request);
    yield* page.tools;
    request.pageToken = page.nextPageToken;
  } while (request.pageToken !== "");
}

async function printTools(service: ToolServiceClient): Promise<void> {
  const names: string[] = [];
  for await (const tool of listTools(service, "coderef")) {
    names.push(tool.name);
  }
  console.log(`tools: ${names.length}`);
  for (const name of names) {
    console.log(`  ${name}`);
  }
}

/** Calls a tool with exact JSON, so that the result is the tool's exact JSON. */
async function callScan(service: ToolServiceClient, project: string): Promise<void> {
  const request = callRequest("coderef_scan", { project_path: project });
  const response = await unary(service, service.callTool, request);
  const result = JSON.parse(response.resultJson.toString()) as { structuredContent: { elements: unknown[] } };
  console.log(`scan: ${result.structuredContent.elements.length} elements, is_error ${response.isError}`);
}

async function analyzeImpact(service: CodeIntelServiceClient, project: string): Promise<void> {
  const request = impactRequest(project, "formatPrice", { operation: ImpactOperation.IMPACT_OPERATION_DELETE });
  const impact = await unary(service, service.analyzeImpact, request);
  const level = enumName(RiskLevel, impact.risk?.level);
  console.log(`impact: ${level}, ${impact.directDependentCount} direct dependents, ${impact.totalSize} files`);
  for (const { file, severity } of impact.affectedFiles) {
    console.log(`  ${file}: ${enumName(ImpactSeverity, severity)}`);
  }
  const unresolved = impact.analysis?.unresolved;
  console.log(
    unresolved
      ? `  unresolved: ${unresolved.callCount} calls, ${unresolved.importCount} imports`
      : "  unresolved: not counted",
  );
  console.log(`  precision: ${enumName(Precision, impact.analysis?.precision)}`);
}

async function streamScan(service: CodeIntelServiceClient, project: string): Promise<void> {
  const request = StreamScanRequest.fromPartial({ scan: { projectPath: project } });
  const stream: AsyncIterable<StreamScanResponse> = service.streamScan(request, new Metadata(), withDeadline());
  let count = 0;
  for await (const { event } of stream) {
    switch (event?.$case) {
      case "elements":
        count += event.value.elements.length;
        break;
      case "result": {
        const warnings = event.value.analysis?.warnings ?? [];
        console.log(`stream: ${count} elements, total_size ${event.value.totalSize}, ${warnings.length} warnings`);
        break;
      }
    }
  }
}

/** Awaits a call that must fail, and prints the parts of the status that programs use. */
async function printFailure(title: string, call: Promise<unknown>): Promise<void> {
  const details = await call.then(
    () => {
      throw new Error(`${title}: the call succeeded, want an error`);
    },
    (error: ServiceError) => new StatusDetails(error),
  );
  const words = [details.code];
  const info = details.find("google.rpc.ErrorInfo", ErrorInfo);
  if (info) {
    words.push(info.reason);
  }
  const toolError = details.find("coderef.codeintel.v1.ToolError", ToolError);
  if (toolError) {
    words.push(enumName(ToolErrorCode, toolError.code));
  }
  console.log(`${title}: ${words.join(", ")}`);
  const target = details.find("coderef.codeintel.v1.TargetCandidates", TargetCandidates);
  for (const { id } of target?.candidates ?? []) {
    console.log(`  candidate: ${id}`);
  }
  for (const violation of details.find("google.rpc.BadRequest", BadRequest)?.fieldViolations ?? []) {
    console.log(`  ${violation.field}: ${violation.description}`);
  }
}

function callRequest(name: string, args: Record<string, unknown>): CallToolRequest {
  const json = Buffer.from(JSON.stringify(args));
  return CallToolRequest.fromPartial({ name, args: { $case: "argumentsJson", value: json } });
}

function impactRequest(
  project: string,
  target: string,
  more: Partial<Pick<AnalyzeImpactRequest, "operation" | "maxDepth">> = {},
): AnalyzeImpactRequest {
  return AnalyzeImpactRequest.fromPartial({
    projectPath: project,
    subject: { $case: "target", value: target },
    ...more,
  });
}

/** Returns the name of an enum value; a newer service may send values without one. */
function enumName(names: Record<number, string>, value = 0): string {
  return names[value] ?? String(value);
}

async function main(address: string, project: string): Promise<void> {
  const plaintext = credentials.createInsecure();
  const tools = new ToolServiceClient(address, plaintext);
  const codeintel = new CodeIntelServiceClient(address, plaintext);
  try {
    await printTools(tools);
    await callScan(tools, project);
    await analyzeImpact(codeintel, project);
    await streamScan(codeintel, project);

    const ambiguous = impactRequest(project, "currency");
    await printFailure("ambiguous target", unary(codeintel, codeintel.analyzeImpact, ambiguous));
    const badArgument = callRequest("coderef_query", { project_path: project, query_type: "calls-me", target: 5 });
    await printFailure("bad argument", unary(tools, tools.callTool, badArgument));
    const badField = impactRequest(project, "formatPrice", { maxDepth: 11 });
    await printFailure("bad field", unary(codeintel, codeintel.analyzeImpact, badField));
  } finally {
    tools.close();
    codeintel.close();
  }
}

const [address, project, ...rest] = process.argv.slice(2);
if (address === undefined || project === undefined || rest.length > 0) {
  console.error("usage: node dist/main.js ADDRESS PROJECT");
  process.exit(2);
}
try {
  await main(address, project);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
