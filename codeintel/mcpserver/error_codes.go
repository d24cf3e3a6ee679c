package mcpserver

import "github.com/coderef-system/coderefd/codeintel/corecli"

// errorCode is the code of a tool error. The codes are part of the contract: one is
// never renamed, and never gets another meaning.
type errorCode string

// The codes of tool errors; [errorCodes] describes them.
const (
	codeInvalidInput     errorCode = "INVALID_INPUT"
	codeInvalidCursor    errorCode = "INVALID_CURSOR"
	codeProjectChanged   errorCode = "PROJECT_CHANGED"
	codeProjectNotFound  errorCode = "PROJECT_NOT_FOUND"
	codeElementNotFound  errorCode = "ELEMENT_NOT_FOUND"
	codeElementAmbiguous errorCode = "ELEMENT_AMBIGUOUS"
	codeOutsideRoots     errorCode = "OUTSIDE_ROOTS"
	codeIndexNotFound    errorCode = "INDEX_NOT_FOUND"
	codeIndexInvalid     errorCode = "INDEX_INVALID"
	codeWriteFailed      errorCode = "WRITE_FAILED"
	codeProjectChanging  errorCode = "PROJECT_CHANGING"
	codeInternal         errorCode = "INTERNAL"

	// codeResourceNotFound is not the code of any tool: a failed resource read has it.
	codeResourceNotFound errorCode = "RESOURCE_NOT_FOUND"
)

// raisedBy says what can fail with a code.
type raisedBy string

const (
	byBoth      raisedBy = "both"          // the tools, whichever engine runs them
	byNative    raisedBy = "native"        // the tools with the native engine
	byCLI       raisedBy = "cli"           // the tools with -engine=cli
	byResources raisedBy = "resource read" // resources/read
)

// codeInfo describes a code.
type codeInfo struct {
	code    errorCode
	by      raisedBy
	meaning string
}

// errorCodes returns every code that error.code of a tool result, or of the data of a
// failed resource read, can have. docs/coderef-mcp.md contains the same table.
func errorCodes() []codeInfo {
	return []codeInfo{
		{codeInvalidInput, byBoth, "An argument is missing, has a wrong type, or has a value that the tool does not accept."},
		{codeInvalidCursor, byBoth, "The cursor is malformed, or it belongs to another tool or to other arguments."},
		{codeProjectChanged, byBoth, "The cursor belongs to this request, but the listing has changed since."},
		{codeProjectNotFound, byBoth, "The project folder (or path) does not exist, has the wrong kind, or cannot be read."},
		{codeElementNotFound, byBoth, "No element matches the name or id, or its source cannot be read."},
		{codeElementAmbiguous, byNative, "The name matches several elements, or is that of a folder."},
		{codeOutsideRoots, byBoth, "A path lies outside the folders that the server may use, or outside the project."},
		{codeIndexNotFound, byBoth, "The project has no index file at the given path or at the default paths."},
		{codeIndexInvalid, byBoth, "The index file cannot be read, or it has an unknown format."},
		{codeWriteFailed, byBoth, "None of the files could be written."},
		{codeProjectChanging, byNative, "Files kept changing during the call, so no consistent result could be made."},
		{codeInternal, byBoth, "The server failed unexpectedly."},
		{errorCode(corecli.Timeout), byCLI, "The coderef CLI exceeded the time limit (-cli-timeout) and was stopped."},
		{errorCode(corecli.NotFound), byCLI, "The coderef CLI is not installed completely, or it cannot be started."},
		{errorCode(corecli.WrongVersion), byCLI, "This version of the coderef CLI does not have the command."},
		{errorCode(corecli.NotParsed), byCLI, "The output of the coderef CLI is not in a known format."},
		{errorCode(corecli.Failed), byCLI, "The coderef CLI failed for another reason."},
		{codeResourceNotFound, byResources, "The URI names no resource of this server."},
	}
}
