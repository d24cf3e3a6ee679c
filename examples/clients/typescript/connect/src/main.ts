// Calls the tools and the code intelligence of a coderefd service.
//
// Usage: node dist/main.js ADDRESS PROJECT
//
// ADDRESS is host:port. PROJECT is the absolute path of examples/shop on the
// service's host.
import { create, type DescEnum, type JsonObject, toJson } from "@bufbuild/protobuf";
import { StructSchema } from "@bufbuild/protobuf/wkt";
import { type Client, Code, ConnectError, createClient } from "@connectrpc/connect";
import { createGrpcTransport, Http2SessionManager } from "@connectrpc/connect-node";

import { PrecisionSchema } from "./gen/coderef/codeintel/v1/analysis_pb.js";
import { CodeIntelService } from "./gen/coderef/codeintel/v1/codeintel_service_pb.js";
import { ImpactOperation, ImpactSeveritySchema, RiskLevelSchema } from "./gen/coderef/codeintel/v1/impact_pb.js";
import {
  TargetCandidatesSchema,
  ToolErrorCodeSchema,
  ToolErrorSchema,
} from "./gen/coderef/codeintel/v1/tool_error_pb.js";
import { ListToolsRequestSchema, ToolService } from "./gen/coderef/tool/v1/tool_service_pb.js";
import type { Tool } from "./gen/coderef/tool/v1/tool_pb.js";
import { CodeSchema } from "./gen/google/rpc/code_pb.js";
import { BadRequestSchema, ErrorInfoSchema } from "./gen/google/rpc/error_details_pb.js";

type ToolClient = Client<typeof ToolService>;
type CodeIntelClient = Client<typeof CodeIntelService>;

/** Yields the tools of a server, page by page. */
async function* listTools(service: ToolClient, server: string): AsyncGenerator<Tool> {
  const request = create(ListToolsRequestSchema, { server });
  do {
    const page = await service.listTools(request);
    yield* page.tools;
    request.pageToken = page.nextPageToken;
  } while (request.pageToken !== "");
}

async function printTools(service: ToolClient): Promise<void> {
  const names: string[] = [];
  for await (const tool of listTools(service, "coderef")) {
    names.push(tool.name);
  }
  console.log(`tools: ${names.length}`);
  for (const name of names) {
    console.log(`  ${name}`);
  }
}

/** Calls a tool with arguments as a Struct, so that the result is a message, too. */
async function callScan(service: ToolClient, project: string): Promise<void> {
  const response = await service.callTool({
    name: "coderef_scan",
    args: { case: "arguments", value: { project_path: project } },
  });
  const result = response.structuredContent?.kind;
  if (result?.case !== "structValue") {
    throw new Error("coderef_scan: the result is not an object");
  }
  const { elements } = toJson(StructSchema, result.value) as { elements: JsonObject[] };
  console.log(`scan: ${elements.length} elements, is_error ${response.isError}`);
}

async function analyzeImpact(service: CodeIntelClient, project: string): Promise<void> {
  const impact = await service.analyzeImpact({
    projectPath: project,
    subject: { case: "target", value: "formatPrice" },
    operation: ImpactOperation.DELETE,
  });
  const level = enumName(RiskLevelSchema, impact.risk?.level);
  console.log(`impact: ${level}, ${impact.directDependentCount} direct dependents, ${impact.totalSize} files`);
  for (const { file, severity } of impact.affectedFiles) {
    console.log(`  ${file}: ${enumName(ImpactSeveritySchema, severity)}`);
  }
  const unresolved = impact.analysis?.unresolved;
  console.log(
    unresolved
      ? `  unresolved: ${unresolved.callCount} calls, ${unresolved.importCount} imports`
      : "  unresolved: not counted",
  );
  console.log(`  precision: ${enumName(PrecisionSchema, impact.analysis?.precision)}`);
}

async function streamScan(service: CodeIntelClient, project: string): Promise<void> {
  let count = 0;
  for await (const { event } of service.streamScan({ scan: { projectPath: project } })) {
    switch (event.case) {
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
  const error = await call.then(
    () => {
      throw new Error(`${title}: the call succeeded, want an error`);
    },
    (reason: unknown) => ConnectError.from(reason),
  );
  const words = [enumName(CodeSchema, error.code)];
  for (const info of error.findDetails(ErrorInfoSchema)) {
    words.push(info.reason);
  }
  for (const toolError of error.findDetails(ToolErrorSchema)) {
    words.push(enumName(ToolErrorCodeSchema, toolError.code));
  }
  console.log(`${title}: ${words.join(", ")}`);
  for (const { id } of error.findDetails(TargetCandidatesSchema).flatMap((detail) => detail.candidates)) {
    console.log(`  candidate: ${id}`);
  }
  for (const violation of error.findDetails(BadRequestSchema).flatMap((detail) => detail.fieldViolations)) {
    console.log(`  ${violation.field}: ${violation.description}`);
  }
}

/** Returns the name of an enum value; a newer service may send values without one. */
function enumName(schema: DescEnum, value = 0): string {
  return schema.value[value]?.name ?? String(value);
}

async function main(address: string, project: string): Promise<void> {
  const baseUrl = `http://${address}`;
  const sessionManager = new Http2SessionManager(baseUrl);
  const transport = createGrpcTransport({ baseUrl, sessionManager, defaultTimeoutMs: 60_000 });
  try {
    const tools = createClient(ToolService, transport);
    const codeintel = createClient(CodeIntelService, transport);
    await printTools(tools);
    await callScan(tools, project);
    await analyzeImpact(codeintel, project);
    await streamScan(codeintel, project);

    await printFailure(
      "ambiguous target",
      codeintel.analyzeImpact({ projectPath: project, subject: { case: "target", value: "currency" } }),
    );
    await printFailure(
      "bad argument",
      tools.callTool({
        name: "coderef_query",
        args: { case: "arguments", value: { project_path: project, query_type: "calls-me", target: 5 } },
      }),
    );
    await printFailure(
      "bad field",
      codeintel.analyzeImpact({
        projectPath: project,
        subject: { case: "target", value: "formatPrice" },
        maxDepth: 11,
      }),
    );
  } finally {
    sessionManager.abort();
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
  console.error(error instanceof ConnectError ? `${Code[error.code]}: ${error.rawMessage}` : error);
  process.exitCode = 1;
}
