package toolerror

import "github.com/coderef-system/coderefd/codeintel/corecli"

// Code is the code of a tool error. The codes are part of the contract: one is
// never renamed, and never gets another meaning.
type Code string

// The codes of tool errors. [Codes] describes them.
const (
	InvalidInput     Code = "INVALID_INPUT"
	InvalidCursor    Code = "INVALID_CURSOR"
	ProjectChanged   Code = "PROJECT_CHANGED"
	ProjectNotFound  Code = "PROJECT_NOT_FOUND"
	ElementNotFound  Code = "ELEMENT_NOT_FOUND"
	ElementAmbiguous Code = "ELEMENT_AMBIGUOUS"
	OutsideRoots     Code = "OUTSIDE_ROOTS"
	IndexNotFound    Code = "INDEX_NOT_FOUND"
	IndexInvalid     Code = "INDEX_INVALID"
	WriteFailed      Code = "WRITE_FAILED"
	ProjectChanging  Code = "PROJECT_CHANGING"
	Internal         Code = "INTERNAL"

	// ResourceNotFound is returned by resource reads only.
	ResourceNotFound Code = "RESOURCE_NOT_FOUND"
)

// ReturnedBy names the requests that can fail with a code.
type ReturnedBy string

// The values of [ReturnedBy].
const (
	byBoth      ReturnedBy = "both"          // the tools, with either engine
	byNative    ReturnedBy = "native"        // the tools with the native engine
	byCLI       ReturnedBy = "cli"           // the tools with -engine=cli
	byResources ReturnedBy = "resource read" // resources/read
)

// CodeInfo describes a code.
type CodeInfo struct {
	Code       Code
	ReturnedBy ReturnedBy
	Meaning    string // one sentence
}

// Codes returns every code that error.code of a tool result, or code in the data of a
// failed resource read, can have. docs/coderef-mcp.md contains the same table.
func Codes() []CodeInfo {
	return []CodeInfo{
		{InvalidInput, byBoth, "An argument is missing, has a wrong type, or has a value that the tool does not accept."},
		{InvalidCursor, byBoth, "The cursor is malformed, or it belongs to another tool or to other arguments."},
		{ProjectChanged, byBoth, "The cursor belongs to this request, but the listing has changed since."},
		{ProjectNotFound, byBoth, "The project folder (or path) does not exist, is of the wrong kind, or cannot be read."},
		{ElementNotFound, byBoth, "No element matches the name or id, or its source cannot be read."},
		{ElementAmbiguous, byNative, "The name matches several elements, or it is the name of a folder."},
		{OutsideRoots, byBoth, "A path lies outside the folders that the server may use, or outside the project."},
		{IndexNotFound, byBoth, "The project has no index file at the given path or at the default paths."},
		{IndexInvalid, byBoth, "The index file cannot be read, or it has an unknown format."},
		{WriteFailed, byBoth, "None of the files could be written."},
		{ProjectChanging, byNative, "Files kept changing during the call, so no consistent result could be made."},
		{Internal, byBoth, "The server failed unexpectedly."},
		{Code(corecli.Timeout), byCLI, "The coderef CLI exceeded the time limit (-cli-timeout) and was stopped."},
		{Code(corecli.NotFound), byCLI, "The coderef CLI is not installed completely, or it cannot be started."},
		{Code(corecli.WrongVersion), byCLI, "This version of the coderef CLI does not have the command."},
		{Code(corecli.NotParsed), byCLI, "The output of the coderef CLI is not in a known format."},
		{Code(corecli.Failed), byCLI, "The coderef CLI failed for another reason."},
		{ResourceNotFound, byResources, "The URI names no resource of this server."},
	}
}
