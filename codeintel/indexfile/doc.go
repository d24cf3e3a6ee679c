// Package indexfile reads all published versions of the index files of coderef tools, and writes
// the current version.
//
//	[…]                                                      1.0.0
//	{"version":"2.0.0"|"v2.0.0","generatedAt","elements":[…]} 2.0.0
//	{"schemaVersion":"3.0.0","format":"verbose","elements":[…]} 3.0.0, current
//	{…,"format":"compact","elements":[{"t","n","f","l","p","e","a","u"}]} 3.0.0, compact
//	{"version","timestamp","elements":[…],"metadata":{…}}     written by the CLI
//
// Each may be compressed by gzip. Other fields are ignored.
package indexfile
