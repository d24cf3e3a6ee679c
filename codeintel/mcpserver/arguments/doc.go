// Package arguments reads the arguments of a tool call, or the parameters of a resource
// URI, one by one, so that the error about a wrong value names the argument.
package arguments
