// Package cli implements the tools by running an installed coderef command-line program,
// one file per tool. The requests are those of package tools. Responses have the
// properties that the program reports; the others are absent.
package cli

import (
	"context"
	"errors"

	"github.com/coderef-system/coderefd/codeintel/corecli"
	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/paging"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/toolerror"
	"github.com/coderef-system/coderefd/codeintel/source"
)

// Tools has a method for each tool. It is safe for concurrent use.
type Tools struct {
	program *corecli.CLI
	roots   source.Roots
}

// New returns the tools of an installed program. Exports go to the project or the roots.
func New(program *corecli.CLI, roots source.Roots) *Tools { return &Tools{program, roots} }

// ToolError converts a failure of the program to a tool error and returns any other error
// unchanged.
func ToolError(err error) error {
	var failed *corecli.Error
	if errors.As(err, &failed) {
		return &toolerror.Error{Code: toolerror.Code(failed.Code), Message: failed.Message, Hint: failed.Hint}
	}
	return err
}

// response has the properties of every response.
type response struct {
	Success   bool            `json:"success"`
	Subject   *index.Subject  `json:"subject"`
	Precision facts.Precision `json:"precision"`
	Warnings  []string        `json:"warnings,omitempty"`
}

// newResponse returns the common properties of a response about a project. The subject has no
// fingerprint, because the program does not report which files it read.
func (t *Tools) newResponse(ctx context.Context, root string, warnings ...string) response {
	subject, warning, err := index.IdentifyFiles(ctx, root, t.roots, nil)
	if err != nil { // that of ctx, which the program has also returned unless it had finished
		subject = &index.Subject{}
	}
	if warning != "" {
		warnings = append([]string{warning}, warnings...)
	}
	warnings = warnings[:min(len(warnings), index.MaxWarnings)]
	return response{Success: true, Subject: subject, Precision: corecli.Precision, Warnings: warnings}
}

// generatedWarnings returns a warning if generated files were requested: the program decides
// itself which files it reads.
func generatedWarnings(include bool) []string {
	if !include {
		return nil
	}
	return []string{"ignored arguments that the coderef CLI does not support: include_generated"}
}

// requestDigest returns the digest of a tool's name and arguments.
func requestDigest(parts ...any) paging.Digest {
	return paging.DigestOf(append([]any{"cli"}, parts...)...)
}

// page returns a page of a list that the program printed. The program runs again for each
// page: a cursor is valid while the program prints the same list and state is the same.
func page[T any](all []T, cursor string, limit int, request paging.Digest, state ...any) ([]T, string, error) {
	return paging.Page(all, paging.Key{Request: request, State: paging.DigestOf(all, state)}, cursor, limit)
}
