package mcpserver

import (
	"context"
	"path/filepath"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/resourceuri"
	"github.com/coderef-system/coderefd/codeintel/source"
)

// maxReadings bounds how often a file is read again because it changed between
// the look at the project and the look at its text.
const maxReadings = 3

// reader reads the text of a file, or tells why not. It is [source.Read] but
// in tests.
type reader func(path string) (text, reason string)

// elementAnswer is one element and where its text is.
type elementAnswer struct {
	facts.Element
	Project   string `json:"project"` // root
	Language  string `json:"language"`
	SourceURI string `json:"source_uri"`
}

// element answers with two contents: what the element is, and its source.
func (t *tools) element(ctx context.Context, args arguments, progress index.Progress) ([]*mcp.ResourceContents, error) {
	root, e, text, err := t.elementText(ctx, args, source.Read, progress)
	if err != nil {
		return nil, err
	}
	about := elementAnswer{
		Element: e, Project: root, Language: languageOf(e.File), SourceURI: resourceuri.Format(sourceKind, root, e.ID),
	}
	contents, err := jsonContents(about)
	if err != nil {
		return nil, err
	}
	return append(contents, sourceContents(about.SourceURI, e.File, text)), nil
}

// source answers with the lines an element stands on.
func (t *tools) source(ctx context.Context, args arguments, progress index.Progress) ([]*mcp.ResourceContents, error) {
	_, e, text, err := t.elementText(ctx, args, source.Read, progress)
	if err != nil {
		return nil, err
	}
	return []*mcp.ResourceContents{sourceContents("", e.File, text)}, nil
}

// sourceContents returns a text as a content; without a URI it gets that of the
// request.
func sourceContents(uri, file, text string) *mcp.ResourceContents {
	c := &mcp.ResourceContents{URI: uri, MIMEType: mimeType(file), Text: text}
	if text == "" {
		// The SDK leaves an empty text out, and a content without any is invalid.
		c.Blob = []byte{}
	}
	return c
}

// elementText finds the element a target means and the lines it stands on. The
// lines are those of an outline of the very text they are cut from, so they fit
// whatever happens to the file meanwhile.
func (t *tools) elementText(ctx context.Context, args arguments, read reader, progress index.Progress) (
	root string, e facts.Element, text string, err error,
) {
	if root, err = args.projectRoot(); err != nil {
		return "", e, "", err
	}
	target, err := args.requiredText("target", targetHint)
	if err != nil {
		return "", e, "", err
	}
	var reason string
	for range maxReadings {
		if e, err = t.locate(ctx, args, root, target, progress); err != nil {
			return "", e, "", err
		}
		if text, reason = read(filepath.Join(root, filepath.FromSlash(e.File))); reason != "" {
			continue
		}
		if lines, ok := cut(&e, text); ok {
			return root, e, lines, nil
		}
		reason = "it is being changed"
	}
	return "", e, "", &toolError{
		Code: codeElementNotFound, Message: "the source of " + e.ID + " cannot be read: " + reason, Hint: targetHint,
	}
}

// locate says which element a target means. For an id that a scan lists, the
// declarations are enough; what else a target can be takes a look at all names.
func (t *tools) locate(ctx context.Context, args arguments, root, target string, progress index.Progress) (facts.Element, error) {
	scan, err := readScanArguments(arguments{"project_path": args["project_path"]})
	if err != nil {
		return facts.Element{}, err
	}
	found, err := t.list(ctx, scan, progress)
	if err != nil {
		return facts.Element{}, err
	}
	if i := slices.IndexFunc(found.Elements, func(e index.Listed) bool { return e.ID == target }); i >= 0 {
		return found.Elements[i].Element, nil
	}
	// A question without relations has nothing resolved.
	answer, err := t.project(root).Query(ctx, index.Question{Target: inProject(root, target)}, progress)
	if err != nil {
		return facts.Element{}, lookupError(err)
	}
	return answer.Element, nil
}

// cut looks an element up in the text of its file, sets its lines and returns
// them whole, line ends included. It reports false if the element is not there.
func cut(e *facts.Element, text string) (lines string, ok bool) {
	starts := lineStarts(e.File, text)
	if e.Type == facts.FileType {
		e.Line, e.EndLine = 1, len(starts)
		return text, true
	}
	decls, err := outline(e.File, text)
	if err != nil {
		return "", false // it was listed: the file has changed since
	}
	i := slices.IndexFunc(decls, func(d facts.Decl) bool { return d.ID == e.ID })
	if i < 0 {
		return "", false
	}
	*e = decls[i].Element
	end := len(text)
	if e.EndLine < len(starts) {
		end = starts[e.EndLine]
	}
	return text[starts[e.Line-1]:end], true
}
