package resources

import (
	"context"
	"path/filepath"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/arguments"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/resourceuri"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/toolerror"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/tools"
	"github.com/coderef-system/coderefd/codeintel/source"
)

// maxAttempts bounds how often an element is looked up again because its file changed
// between the lookup and the read.
const maxAttempts = 3

// fileReader returns the text of a file, or the reason why it cannot be read. It is
// [Resources.readText] except in tests.
type fileReader func(path string) (text, reason string)

// elementContent is the first content of an element resource.
type elementContent struct {
	facts.Element
	Project   string `json:"project"` // root
	Language  string `json:"language"`
	SourceURI string `json:"source_uri"`
}

// readElement returns two contents: the element as JSON, and its source.
func (r *Resources) readElement(
	ctx context.Context, args arguments.Values, progress index.Progress,
) ([]*mcp.ResourceContents, error) {
	root, e, text, err := r.elementText(ctx, args, r.readText, progress)
	if err != nil {
		return nil, err
	}
	element := elementContent{
		Element: e, Project: root, Language: index.WordOf(e.File), SourceURI: resourceuri.Format(sourceKind, root, e.ID),
	}
	contents, err := jsonContents(element)
	if err != nil {
		return nil, err
	}
	return append(contents, sourceContents(element.SourceURI, e.File, text)), nil
}

func (r *Resources) readText(path string) (text, reason string) {
	return r.projects.Roots().ReadText(path, source.MaxFileBytes)
}

// readSource returns the lines of an element.
func (r *Resources) readSource(
	ctx context.Context, args arguments.Values, progress index.Progress,
) ([]*mcp.ResourceContents, error) {
	_, e, text, err := r.elementText(ctx, args, r.readText, progress)
	if err != nil {
		return nil, err
	}
	return []*mcp.ResourceContents{sourceContents("", e.File, text)}, nil
}

// sourceContents returns a text as a content. Without a URI, the SDK sets that of the
// request.
func sourceContents(uri, file, text string) *mcp.ResourceContents {
	c := &mcp.ResourceContents{URI: uri, MIMEType: mimeType(file), Text: text}
	if text == "" {
		// The SDK omits an empty text, and a content without text and blob is invalid.
		c.Blob = []byte{}
	}
	return c
}

// elementText finds the element that target names, and its lines. The lines come from an
// outline of the same text, so they fit even if the file changes during the call.
func (r *Resources) elementText(
	ctx context.Context, args arguments.Values, read fileReader, progress index.Progress,
) (root string, e facts.Element, text string, err error) {
	if root, err = args.ProjectRoot(); err != nil {
		return "", e, "", err
	}
	target, err := args.RequiredText("target", toolerror.TargetHint)
	if err != nil {
		return "", e, "", err
	}
	var reason string
	for range maxAttempts {
		if e, err = r.find(ctx, args, root, target, progress); err != nil {
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
	return "", e, "", &toolerror.Error{
		Code: toolerror.ElementNotFound, Message: "the source of " + e.ID + " cannot be read: " + reason,
		Hint: toolerror.TargetHint,
	}
}

// find returns the element that target names. An id from a scan is found among the
// declarations; any other target needs a query.
func (r *Resources) find(
	ctx context.Context, args arguments.Values, root, target string, progress index.Progress,
) (facts.Element, error) {
	scan, err := tools.ReadScan(arguments.Values{"project_path": args["project_path"]})
	if err != nil {
		return facts.Element{}, err
	}
	found, err := r.tools.List(ctx, scan, progress)
	if err != nil {
		return facts.Element{}, err
	}
	if i := slices.IndexFunc(found.Elements, func(e index.Listed) bool { return e.ID == target }); i >= 0 {
		return found.Elements[i].Element, nil
	}
	// A query without relations finds the target and resolves nothing.
	query := index.Request{Target: arguments.InProject(root, target)}
	result, err := r.projects.Project(root).Query(ctx, query, progress)
	if err != nil {
		return facts.Element{}, toolerror.FromLookup(err)
	}
	return result.Element, nil
}

// cut finds an element in the text of its file, updates its lines, and returns these
// lines with their line ends. ok is false if the text does not declare the element.
func cut(e *facts.Element, text string) (lines string, ok bool) {
	starts := index.LineStarts(e.File, text)
	if e.Type == facts.FileType {
		e.Line, e.EndLine = 1, len(starts)
		return text, true
	}
	decls, _, err := index.Outline(e.File, text, false)
	if err != nil {
		return "", false // the element was found, so the file has changed since
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
