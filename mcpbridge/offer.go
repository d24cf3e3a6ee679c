package mcpbridge

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// relistAfter is how old the list of a server with SharingPerCall may become
// before the next process lists again: such a process is gone before it could
// tell of a change.
const relistAfter = time.Minute

const (
	// maxTools bounds the tools of one server: far beyond any real one's.
	maxTools = 10_000
	// maxToolName bounds the characters of a tool's name. MCP says that names SHOULD
	// have at most 128; servers that have longer ones are usable all the same.
	maxToolName = 256
	// maxLeftOutLogged bounds how many definitions of one list are logged one by one
	// when they are left out.
	maxLeftOutLogged = 10
)

var (
	errToolName     = fmt.Errorf("the tool's name is not 1 to %d characters without control characters", maxToolName)
	errTooManyTools = fmt.Errorf("there are more than %d tools", maxTools)
)

// offer is what a server offered when it was last asked. It does not change.
type offer struct {
	tools  []*Tool // sorted by name
	byName map[string]*Tool
	at     time.Time // zero: it was never listed
	// leftOut counts the definitions that cannot be offered.
	leftOut int
}

func (o *offer) listed() bool { return !o.at.IsZero() }

func (s *server) toolsKnown() <-chan struct{} { return s.settled }

func (s *server) toolNames() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, tool := range s.offer.Load().tools {
			if !yield(tool.Name) {
				return
			}
		}
	}
}

// wantsList reports whether a process that starts in p has to list its tools.
func (s *server) wantsList(p *pool) bool {
	return !p.oneShot || time.Since(s.offer.Load().at) > relistAfter
}

// list asks a process for the server's tools and publishes them.
func (s *server) list(ctx context.Context, proc *process) error {
	definitions, err := proc.sess.ListTools(ctx)
	if err != nil {
		return err
	}
	next := &offer{byName: make(map[string]*Tool, len(definitions)), at: time.Now()}
	for _, raw := range definitions {
		if err := next.add(s, raw); err != nil {
			if next.leftOut++; next.leftOut <= maxLeftOutLogged {
				s.leaveOut("tool", err)
			}
		}
	}
	if next.leftOut > maxLeftOutLogged {
		s.b.log.Warn("tools left out: their definitions are unusable", "server", s.cfg.Name, "tools", next.leftOut)
	}
	slices.SortFunc(next.tools, func(a, b *Tool) int { return cmp.Compare(a.Name, b.Name) })
	s.publish(next)
	return nil
}

// add takes one definition into the offer.
func (o *offer) add(s *server, raw json.RawMessage) error {
	if len(o.tools) == maxTools {
		return errTooManyTools
	}
	tool, err := s.readTool(raw)
	if err != nil {
		return err
	}
	if o.byName[tool.Name] != nil {
		return errRepeated
	}
	o.byName[tool.Name] = tool
	o.tools = append(o.tools, tool)
	return nil
}

// publish makes a list the server's offer, and tells subscribers if that changed
// anything: some servers announce a change that is none.
func (s *server) publish(next *offer) {
	old := s.offer.Swap(next)
	same := old.listed() && slices.EqualFunc(old.tools, next.tools, func(a, b *Tool) bool { return a.Digest == b.Digest })
	if bound := s.b.tools.claim(); bound || !same {
		s.b.changes.signal()
	}
}

// readTool reads one definition.
func (s *server) readTool(raw json.RawMessage) (*Tool, error) {
	var def struct {
		Name         string          `json:"name"`
		Title        string          `json:"title"`
		Description  string          `json:"description"`
		InputSchema  json.RawMessage `json:"inputSchema"`
		OutputSchema json.RawMessage `json:"outputSchema"`
		Annotations  Annotations     `json:"annotations"`
	}
	if err := json.Unmarshal(raw, &def); err != nil {
		return nil, err
	}
	if !isToolName(def.Name) {
		return nil, errToolName
	}
	canonical := jsontext.Value(slices.Clone(raw))
	if err := canonical.Canonicalize(); err != nil {
		return nil, err
	}
	digest := sha256.Sum256(canonical)
	tool := &Tool{
		Server: s.cfg.Name, Name: def.Name, Title: def.Title, Description: def.Description,
		InputSchema: def.InputSchema, OutputSchema: present(def.OutputSchema), Annotations: def.Annotations,
		Definition: raw, Digest: hex.EncodeToString(digest[:]),
	}
	tool.Repeatable = s.cfg.repeatable(tool)
	return tool, nil
}

// isToolName reports whether callers can use a name. That it SHOULD hold no more
// than letters, digits, dots, dashes and underscores is not asked of a server:
// real ones have names such as browser/click.
func isToolName(name string) bool {
	return name != "" && utf8.ValidString(name) && utf8.RuneCountInString(name) <= maxToolName &&
		!strings.ContainsFunc(name, unicode.IsControl)
}

// present turns an explicit null into an absent value.
func present(raw json.RawMessage) json.RawMessage {
	if string(raw) == "null" {
		return nil
	}
	return raw
}
