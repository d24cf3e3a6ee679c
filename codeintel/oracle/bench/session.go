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

// session is a running coderef-mcp. Requests go one at a time, and answers are
// taken apart only after the clock has stopped: what a client does with them is
// not the server's time.
type session struct {
	command *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	id      int
}

// start starts the program and shakes hands. Standard error is passed on. It knows
// nothing of what others learned before: a cache would answer for it.
func start(program string) (*session, error) { return startWith(program, "") }

// startWith starts the program with a folder for its cache.
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

// serve lends a new session to do and ends it afterwards.
func serve(program string, do func(*session) error) error {
	s, err := start(program)
	if err != nil {
		return err
	}
	return errors.Join(do(s), s.close())
}

// close ends the input, waits for the process and returns how it ended.
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

// request sends a request and returns the line that answers it.
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

// tool calls a tool and returns the line that answers and the time it took.
func (s *session) tool(name string, arguments map[string]any) ([]byte, time.Duration, error) {
	began := time.Now()
	line, err := s.request("tools/call", map[string]any{"name": name, "arguments": arguments})
	return line, time.Since(began), err
}

// element is a declaration in an answer.
type element struct {
	ID, Type, Name, File string
	Line                 int
	EndLine              int `json:"end_line"`
	Exported             bool
}

// relation is one call or import in an answer.
type relation struct {
	From, File   string
	Line, Column int
}

type queryAnswer struct {
	Element element
	Results []relation
	Total   int
}

// decode takes an answer's line apart. A tool's no is an error.
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
		return errors.New("an answer without content")
	case r.IsError:
		return errors.New(r.Content[0].Text)
	default:
		return json.Unmarshal([]byte(r.Content[0].Text), into)
	}
}

// scan lists a whole project, page by page; some languages of it if there are any
// given.
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

// cursorOf finds the next page's cursor without decoding the page. No text of
// an answer can hold the mark: quotes inside of strings are escaped.
func cursorOf(line []byte) string {
	_, rest, ok := bytes.Cut(line, []byte(`"next_cursor":"`))
	if !ok {
		return ""
	}
	cursor, _, _ := bytes.Cut(rest, []byte(`"`))
	return string(cursor)
}

// query asks one question and stops the clock when the answer has come.
func (s *session) query(project, queryType, target string) (queryAnswer, time.Duration, error) {
	line, took, err := s.tool("coderef_query", map[string]any{
		"project_path": project, "query_type": queryType, "target": target, "limit": 10000,
	})
	var answer queryAnswer
	if err == nil {
		err = decode(line, &answer)
	}
	if err != nil {
		err = fmt.Errorf("%s %s: %w", queryType, target, err)
	}
	return answer, took, err
}
