// Package scip encodes indexes of the SCIP Code Intelligence Protocol
// (https://github.com/sourcegraph/scip, scip.proto): the definitions and references of a
// project, as code search and navigation tools read them. It writes the messages that exports
// need, with the field numbers of scip.proto, and reads nothing.
package scip
