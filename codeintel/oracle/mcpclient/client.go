// Package mcpclient queries coderef-mcp in the same way as its users: the built program
// runs as a child process and speaks MCP on its standard input and output.
package mcpclient

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// maxPageSize is the largest page that the tools return, in items.
const maxPageSize = 10000

// Client is a running coderef-mcp. It is safe for concurrent use.
type Client struct {
	PageSize int // number of items per page; set before the first call

	session *mcp.ClientSession
	process *exec.Cmd
}

// Element is a declaration of a project.
type Element struct {
	ID       string `json:"id"`
	Type     string `json:"type"`
	Name     string `json:"name"`
	File     string `json:"file"`
	Line     int    `json:"line"`
	EndLine  int    `json:"end_line"`
	Exported bool   `json:"exported"`
}

// Scan is the result of coderef_scan, from all pages.
type Scan struct {
	Elements     []Element
	FilesScanned int
	Skipped      int // number of files that were not scanned
}

// Relation is one call or import in a result of coderef_query.
type Relation struct {
	From       string   `json:"from"`
	To         string   `json:"to"`
	File       string   `json:"file"`
	Line       int      `json:"line"`
	Column     int      `json:"column"`
	Resolution string   `json:"resolution"`
	Dispatch   string   `json:"dispatch"` // "possible" if the call may run another member
	Member     string   `json:"member"`
	Element    *Element `json:"element"`
}

// Relations is the result of coderef_query, from all pages.
type Relations struct {
	Element    Element
	Results    []Relation
	Unresolved struct {
		Calls   int `json:"calls"`
		Imports int `json:"imports"`
	}
	FilesAnalyzed int
}

// Start starts a program that serves MCP on its standard input and output. Its standard
// error is copied to stderr; nil discards it.
func Start(ctx context.Context, stderr io.Writer, program string, args ...string) (*Client, error) {
	return StartCommand(ctx, stderr, exec.Command(program, args...))
}

// StartCommand is like [Start], but takes a command, which may set an environment.
func StartCommand(ctx context.Context, stderr io.Writer, command *exec.Cmd) (*Client, error) {
	command.Stderr = stderr
	client := mcp.NewClient(&mcp.Implementation{Name: "oracle", Version: "1"}, nil)
	session, err := client.Connect(ctx, &mcp.CommandTransport{Command: command}, nil)
	if err != nil {
		return nil, fmt.Errorf("start %s: %w", command.Path, err)
	}
	return &Client{PageSize: maxPageSize, session: session, process: command}, nil
}

// Process returns the child process, for its memory figures.
func (c *Client) Process() *os.Process { return c.process.Process }

// Close stops the child process and waits for it.
func (c *Client) Close() error { return c.session.Close() }

// ToolError is a tool error, for example because the target is ambiguous.
type ToolError struct {
	Code       string   `json:"code"`
	Message    string   `json:"message"`
	Candidates []string `json:"candidates"`
	text       string
}

func (e *ToolError) Error() string { return e.text }

// Scan returns the declarations of a project. If no languages are given, it returns the
// declarations in all languages.
func (c *Client) Scan(ctx context.Context, project string, languages ...string) (*Scan, error) {
	arguments := map[string]any{"project_path": project}
	if len(languages) > 0 {
		arguments["languages"] = languages
	}
	scan := &Scan{}
	err := c.pages(ctx, "coderef_scan", arguments, func(data []byte) (string, error) {
		var page struct {
			Elements     []Element `json:"elements"`
			FilesScanned int       `json:"files_scanned"`
			Skipped      int       `json:"files_skipped_total"`
			NextCursor   string    `json:"next_cursor"`
		}
		if err := json.Unmarshal(data, &page); err != nil {
			return "", err
		}
		scan.Elements = append(scan.Elements, page.Elements...)
		scan.FilesScanned, scan.Skipped = page.FilesScanned, page.Skipped
		return page.NextCursor, nil
	})
	return scan, err
}

// Query returns the relations of a target. queryType is that of coderef_query.
func (c *Client) Query(ctx context.Context, project, queryType, target string) (*Relations, error) {
	arguments := map[string]any{"project_path": project, "query_type": queryType, "target": target}
	all := &Relations{}
	err := c.pages(ctx, "coderef_query", arguments, func(data []byte) (string, error) {
		var page struct {
			Relations
			NextCursor string `json:"next_cursor"`
		}
		if err := json.Unmarshal(data, &page); err != nil {
			return "", err
		}
		page.Results = append(all.Results, page.Results...)
		*all = page.Relations
		return page.NextCursor, nil
	})
	return all, err
}

// pages calls a tool until it has returned all pages. add receives the JSON text of each
// page and returns the cursor of the next one, "" for the last page.
func (c *Client) pages(
	ctx context.Context, tool string, arguments map[string]any, add func([]byte) (cursor string, err error),
) error {
	arguments["limit"] = c.PageSize
	for {
		data, err := c.call(ctx, tool, arguments)
		if err != nil {
			return err
		}
		cursor, err := add(data)
		if err != nil {
			return fmt.Errorf("%s: %w", tool, err)
		}
		if cursor == "" {
			return nil
		}
		arguments["cursor"] = cursor
	}
}

// call returns the JSON text of a tool's result.
func (c *Client) call(ctx context.Context, tool string, arguments map[string]any) ([]byte, error) {
	result, err := c.session.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", tool, err)
	}
	if len(result.Content) == 0 {
		return nil, errors.New(tool + ": the result has no content")
	}
	text, ok := result.Content[0].(*mcp.TextContent)
	if !ok {
		return nil, fmt.Errorf("%s: the content has type %T, want text", tool, result.Content[0])
	}
	if result.IsError {
		failure := &ToolError{text: tool + ": " + text.Text}
		var body struct {
			Error *ToolError `json:"error"`
		}
		if json.Unmarshal([]byte(text.Text), &body) == nil && body.Error != nil {
			body.Error.text = failure.text
			failure = body.Error
		}
		return nil, failure
	}
	return []byte(text.Text), nil
}
