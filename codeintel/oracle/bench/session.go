package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"
)

// session is a running coderef-mcp. It sends one request at a time, and decodes a response
// only after its time has been taken, because decoding is not the server's work.
type session struct {
	command *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	id      int
}

// start starts the program without a cache, so that it does not use the results of earlier
// processes, and performs the MCP handshake. Its standard error is passed through.
func start(program string) (*session, error) { return startWith(program, "") }

// startWith is like start, with a folder for the cache; "" means no cache.
func startWith(program, cacheDir string) (*session, error) {
	s := &session{command: exec.Command(program, "-cache-dir", cacheDir)}
	s.command.Stderr = os.Stderr
	var err error
	if s.in, err = s.command.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := s.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	s.out = bufio.NewReaderSize(out, 1<<20)
	if err := s.command.Start(); err != nil {
		return nil, err
	}
	if _, err := s.request("initialize", map[string]any{
		"protocolVersion": "2025-11-25", "capabilities": map[string]any{},
		"clientInfo": map[string]any{"name": "bench", "version": "1"},
	}); err != nil {
		return nil, errors.Join(err, s.close())
	}
	if err := s.send(map[string]any{"jsonrpc": "2.0", "method": "notifications/initialized"}); err != nil {
		return nil, errors.Join(err, s.close())
	}
	return s, nil
}

// serve calls do with a new session and closes the session afterwards.
func serve(program string, do func(*session) error) error {
	s, err := start(program)
	if err != nil {
		return err
	}
	return errors.Join(do(s), s.close())
}

// close closes the input, waits for the process to exit, and returns its error.
func (s *session) close() error {
	s.in.Close()
	if _, err := io.Copy(io.Discard, s.out); err != nil {
		return err
	}
	return s.command.Wait()
}

func (s *session) send(message map[string]any) error {
	line, err := json.Marshal(message)
	if err != nil {
		return err
	}
	_, err = s.in.Write(append(line, '\n'))
	return err
}

// request sends a request and returns the line of the response.
func (s *session) request(method string, params any) ([]byte, error) {
	s.id++
	if err := s.send(map[string]any{"jsonrpc": "2.0", "id": s.id, "method": method, "params": params}); err != nil {
		return nil, err
	}
	for {
		line, err := s.out.ReadBytes('\n')
		if err != nil {
			return nil, fmt.Errorf("%s: %w", method, err)
		}
		if bytes.Contains(line[:min(len(line), 64)], fmt.Appendf(nil, `"id":%d`, s.id)) {
			return line, nil
		}
	}
}

// tool calls a tool and returns the line of the response and the time until it arrived.
func (s *session) tool(name string, arguments map[string]any) ([]byte, time.Duration, error) {
	began := time.Now()
	line, err := s.request("tools/call", map[string]any{"name": name, "arguments": arguments})
	return line, time.Since(began), err
}

// element is a declaration in a result.
type element struct {
	ID, Type, Name, File string
	Line                 int
	EndLine              int `json:"end_line"`
	Exported             bool
}

// relation is one call or import in a result.
type relation struct {
	From, File   string
	Line, Column int
}

// queryResult is the result of coderef_query.
type queryResult struct {
	Element element
	Results []relation
	Total   int
}

// decode decodes the result in the line of a response. It returns an error for a tool error.
func decode(line []byte, into any) error {
	var message struct {
		Error  *struct{ Message string }
		Result struct {
			IsError bool
			Content []struct{ Text string }
		}
	}
	if err := json.Unmarshal(line, &message); err != nil {
		return err
	}
	switch r := message.Result; {
	case message.Error != nil:
		return errors.New(message.Error.Message)
	case len(r.Content) == 0:
		return errors.New("the result has no content")
	case r.IsError:
		return errors.New(r.Content[0].Text)
	default:
		return json.Unmarshal([]byte(r.Content[0].Text), into)
	}
}

// scan scans a project, or some of its languages, and returns the lines of all pages.
func (s *session) scan(project string, languages ...string) ([][]byte, error) {
	arguments := map[string]any{"project_path": project, "limit": 10000}
	if len(languages) > 0 {
		arguments["languages"] = languages
	}
	var pages [][]byte
	for {
		line, _, err := s.tool("coderef_scan", arguments)
		if err != nil {
			return nil, err
		}
		pages = append(pages, line)
		cursor := cursorOf(line)
		if cursor == "" {
			return pages, nil
		}
		arguments["cursor"] = cursor
	}
}

// cursorOf returns the cursor of the next page, or "", without decoding the page. The text
// that it searches for cannot occur inside a string, where quotes are escaped.
func cursorOf(line []byte) string {
	_, rest, ok := bytes.Cut(line, []byte(`"next_cursor":"`))
	if !ok {
		return ""
	}
	cursor, _, _ := bytes.Cut(rest, []byte(`"`))
	return string(cursor)
}

// query calls coderef_query and returns the time until the response arrived.
func (s *session) query(project, queryType, target string) (queryResult, time.Duration, error) {
	line, took, err := s.tool("coderef_query", map[string]any{
		"project_path": project, "query_type": queryType, "target": target, "limit": 10000,
	})
	var result queryResult
	if err == nil {
		err = decode(line, &result)
	}
	if err != nil {
		err = fmt.Errorf("%s %s: %w", queryType, target, err)
	}
	return result, took, err
}
