package mcpbridge

// Names of span attributes, after OpenTelemetry's semantic conventions for MCP,
// GenAI and RPC. The MCP conventions are in development: names change here and
// nowhere else.
const (
	attrMethod        = "mcp.method.name"
	attrVersion       = "mcp.protocol.version"
	attrTool          = "gen_ai.tool.name"
	attrOperation     = "gen_ai.operation.name"
	attrTransport     = "network.transport"
	attrRequestID     = "jsonrpc.request.id"
	attrErrorType     = "error.type"
	attrServer        = "coderef.mcp.server"
	attrResource      = "mcp.resource.uri"
	valueCallMethod   = "tools/call"
	valueReadMethod   = "resources/read"
	valueOperation    = "execute_tool"
	valueTransport    = "pipe"
	errorTypeToolSaid = "tool_error"
)
