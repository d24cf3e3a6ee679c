package mcpbridge

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/coderef-system/coderefd/mcpbridge/internal/definition"
)

const (
	// maxTools bounds the tools of one server, far above any real server.
	maxTools = 10_000
	// maxToolName bounds the characters of a tool name. MCP says that names SHOULD
	// have at most 128; servers with longer names are usable all the same.
	maxToolName = 256
)

var (
	errDuplicate    = errors.New("duplicate definition")
	errToolName     = fmt.Errorf("the tool name must have 1 to %d characters and no control characters", maxToolName)
	errTooManyTools = fmt.Errorf("more than %d tools", maxTools)
)

// toolList is the tools that a server listed. It does not change after newToolList.
type toolList struct {
	tools    []*Tool // sorted by name
	byName   map[string]*Tool
	listedAt time.Time // zero: never
	// omitted counts the unusable definitions.
	omitted int
}

func (l *toolList) listed() bool { return !l.listedAt.IsZero() }

// newToolList reads the definitions of a server, listed at now. It returns an error for
// each definition that it omits.
func newToolList(cfg *ServerConfig, definitions []json.RawMessage, now time.Time) (*toolList, []*definition.Error) {
	list := &toolList{byName: make(map[string]*Tool, len(definitions)), listedAt: now}
	var omitted []*definition.Error
	for i, raw := range definitions {
		if err := list.add(cfg, raw); err != nil {
			omitted = append(omitted, definition.NewError(i, raw, err))
		}
	}
	list.omitted = len(omitted)
	slices.SortFunc(list.tools, func(a, b *Tool) int { return cmp.Compare(a.Name, b.Name) })
	return list, omitted
}

func (l *toolList) add(cfg *ServerConfig, raw json.RawMessage) error {
	if len(l.tools) == maxTools {
		return errTooManyTools
	}
	tool, err := readTool(cfg, raw)
	if err != nil {
		return err
	}
	if l.byName[tool.Name] != nil {
		return errDuplicate
	}
	l.byName[tool.Name] = tool
	l.tools = append(l.tools, tool)
	return nil
}

// equal reports whether a server returned both lists and they have the same
// definitions.
func (l *toolList) equal(other *toolList) bool {
	return l.listed() && other.listed() &&
		slices.EqualFunc(l.tools, other.tools, func(a, b *Tool) bool { return a.Digest == b.Digest })
}

// readTool reads one definition.
func readTool(cfg *ServerConfig, raw json.RawMessage) (*Tool, error) {
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
		Server: cfg.Name, Name: def.Name, Title: def.Title, Description: def.Description,
		InputSchema: def.InputSchema, OutputSchema: present(def.OutputSchema), Annotations: def.Annotations,
		Definition: raw, Digest: hex.EncodeToString(digest[:]),
	}
	tool.Repeatable = cfg.repeatable(tool)
	return tool, nil
}

// isToolName reports whether callers can use a name. The recommendation of MCP (only
// letters, digits, dots, dashes and underscores) is not enforced: real servers have
// names such as browser/click.
func isToolName(name string) bool {
	return name != "" && utf8.ValidString(name) && utf8.RuneCountInString(name) <= maxToolName &&
		!strings.ContainsFunc(name, unicode.IsControl)
}

// present returns nil for an explicit null.
func present(raw json.RawMessage) json.RawMessage {
	if string(raw) == "null" {
		return nil
	}
	return raw
}
