package mcpserver

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/paging"
	"github.com/coderef-system/coderefd/codeintel/tag"
)

//go:embed schema/tag.input.json
var tagInput []byte

//go:embed schema/tag.output.json
var tagOutput []byte

// defaultTagLanguages are those whose files are tagged in folders unless it is
// said.
const defaultTagLanguages = "ts,tsx,js,jsx"

func tagTool() *mcp.Tool {
	no := false
	return &mcp.Tool{
		Name: "coderef_tag",
		Description: "Writes the reference of each declaration into its source file, as a comment on a line of its own above the " +
			"declaration: // @Fn/src/auth/login.ts#authenticate:24 (# in Python). path is a file, or a folder whose files of " +
			"the languages in lang are tagged. Paths in tags are relative to \"root\": the nearest folder, from path " +
			"upwards, with version control (.git, .hg, .svn, .jj) or a CodeRef index (.coderef, .coderef-index.json, " +
			"coderef-index.json); else the nearest with a package manifest (go.mod, package.json, pyproject.toml and the " +
			"like); else path itself, or the folder of the file. It is never above the folders that the server is limited to " +
			"(--root). Tags are placed above decorators, JSDoc and tool directives, and below plain comments; their line " +
			"numbers are those after all tags are written. Existing tags are kept, in whatever form; update_lineno updates " +
			"their line numbers, force rewrites them except for their metadata and removes duplicates. A second run changes " +
			"nothing. dry_run writes nothing and returns unified diffs. Properties, declarations in function bodies, and " +
			"names that begin with _ or # (see include_private) get no tags. Only lines with tags are added, changed or " +
			"removed. Each file is replaced as a whole or not at all. It is left unchanged if it changes during the call, is " +
			"read-only, is a link, or would declare something else; \"skipped\" lists such files. Formatters that align code " +
			"may move lines next to tags.",
		InputSchema:  json.RawMessage(tagInput),
		OutputSchema: json.RawMessage(tagOutput),
		Annotations: &mcp.ToolAnnotations{
			Title: "Write references into the source", IdempotentHint: true, DestructiveHint: &no, OpenWorldHint: &no,
		},
	}
}

type tagAnswer struct {
	Success       bool            `json:"success"`
	DryRun        bool            `json:"dry_run"`
	Root          string          `json:"root"`
	Elements      int             `json:"elements"`
	Added         int             `json:"added"`
	Updated       int             `json:"updated"`
	Unchanged     int             `json:"unchanged"`
	Removed       int             `json:"removed"`
	Files         []tagFile       `json:"files"`
	FilesTotal    int             `json:"files_total"`
	NextCursor    string          `json:"next_cursor,omitempty"`
	Skipped       []tag.Skipped   `json:"skipped"`
	SkippedTotal  int             `json:"skipped_total"`
	Precision     facts.Precision `json:"precision"`
	FilesAnalyzed int             `json:"files_analyzed"`
	Warnings      []string        `json:"warnings,omitempty"`
}

type tagFile struct {
	File      string    `json:"file"`
	Added     int       `json:"added"`
	Updated   int       `json:"updated"`
	Unchanged int       `json:"unchanged"`
	Diff      string    `json:"diff,omitempty"`
	Tags      []tagLine `json:"tags,omitempty"`
}

type tagLine struct {
	ID     string     `json:"id"`
	Tag    string     `json:"tag"`
	Line   int        `json:"line"`
	Action tag.Action `json:"action"`
}

type tagArguments struct {
	request     tag.Request
	unsupported []string
	verbose     bool
	limit       int
	cursor      string
}

const tagPathHint = "give the absolute path of a source file or folder"

// path reads the path to tag, with links resolved.
func (a arguments) sourcePath() (path string, folder bool, err error) {
	p, err := a.requiredText("path", tagPathHint)
	if err != nil {
		return "", false, err
	}
	if !filepath.IsAbs(p) {
		return "", false, invalidInput(tagPathHint, "path must be absolute, not %q", p)
	}
	real, err := filepath.EvalSymlinks(filepath.Clean(p))
	if err != nil {
		return "", false, &toolError{Code: codeProjectNotFound, Message: "path does not exist: " + p, Hint: tagPathHint}
	}
	info, err := os.Stat(real)
	if err != nil || !info.IsDir() && !info.Mode().IsRegular() {
		return "", false, &toolError{Code: codeProjectNotFound, Message: "path is neither a file nor a folder: " + p, Hint: tagPathHint}
	}
	return real, info.IsDir(), nil
}

func readTagArguments(args arguments) (a tagArguments, err error) {
	path, folder, err := args.sourcePath()
	if err != nil {
		return a, err
	}
	a.request.Path = path
	for name, flag := range map[string]*bool{
		"dry_run": &a.request.DryRun, "force": &a.request.Force, "verbose": &a.verbose, "update_lineno": &a.request.UpdateLines,
		"include_private": &a.request.Private,
	} {
		if err = args.value(name, "a boolean", flag); err != nil {
			return a, err
		}
	}
	if err = a.readLanguages(args, folder); err != nil {
		return a, err
	}
	exclude, err := args.text("exclude")
	if err != nil {
		return a, err
	}
	for _, pattern := range list(exclude) {
		if !tag.ValidGlob(pattern) {
			return a, invalidInput("give globs, with commas between them", "exclude has no glob: %q", pattern)
		}
		a.request.Exclude = append(a.request.Exclude, pattern)
	}
	if a.limit, err = args.integer("limit", defaultLimit, 1, maxLimit); err != nil {
		return a, err
	}
	if a.cursor, err = args.text("cursor"); err != nil {
		return a, err
	}
	if a.cursor != "" && !a.request.DryRun {
		return a, &toolError{Code: codeInvalidCursor, Message: "only dry runs have pages", Hint: "omit cursor, or set dry_run"}
	}
	return a, nil
}

// readLanguages reads lang. A file that is named is of its own language unless
// lang says otherwise.
func (a *tagArguments) readLanguages(args arguments, folder bool) error {
	words, err := args.text("lang")
	if err != nil {
		return err
	}
	if strings.TrimSpace(words) == "" {
		if words = defaultTagLanguages; !folder {
			words = index.WordOf(filepath.ToSlash(a.request.Path))
		}
	}
	var supported []string
	supported, a.unsupported = splitLanguages(list(words))
	for _, word := range supported {
		a.request.Extensions = append(a.request.Extensions, index.Words()[word]...)
	}
	hint := "supported are " + strings.Join(index.MainWords(), ", ")
	if len(supported) == 0 {
		return invalidInput(hint, "no supported language to tag: %q", words)
	}
	if !folder && !a.request.Covers(a.request.Path) {
		return invalidInput(hint, "path is no file of the languages asked for: %s", words)
	}
	return nil
}

// list splits a list with commas.
func list(s string) (items []string) {
	for _, item := range strings.Split(s, ",") {
		if item = strings.TrimSpace(item); item != "" {
			items = append(items, item)
		}
	}
	return items
}

func (t *tools) tag(ctx context.Context, args arguments, progress index.Progress) (any, error) {
	a, err := readTagArguments(args)
	if err != nil {
		return nil, err
	}
	a.request.Root = tag.ProjectRoot(a.request.Path, t.roots.Allows)
	a.request.Progress = facts.Progress(progress)
	result, err := tag.Run(ctx, a.request)
	if err != nil {
		return nil, err
	}
	if result.Failed > 0 && result.Written == 0 {
		first := result.Skipped[0]
		for _, s := range result.Skipped {
			if strings.HasPrefix(s.Reason, "not written") {
				first = s
				break
			}
		}
		message := first.File + ": " + first.Reason
		if result.Failed > 1 {
			message = fmt.Sprintf("%d files could not be written, among them %s", result.Failed, message)
		}
		return nil, &toolError{
			Code: codeWriteFailed, Message: message,
			Hint: "make the files writable, or set dry_run",
		}
	}
	return a.answer(result)
}

func (a *tagArguments) answer(result *tag.Result) (*tagAnswer, error) {
	answer := &tagAnswer{
		Success: true, DryRun: a.request.DryRun, Root: a.request.Root, Precision: facts.Syntactic, FilesAnalyzed: len(result.Plans),
		Skipped: []tag.Skipped{}, SkippedTotal: len(result.Skipped),
	}
	answer.Skipped = append(answer.Skipped, result.Skipped[:min(len(result.Skipped), maxSkippedListed)]...)
	if len(a.unsupported) > 0 {
		answer.Warnings = []string{"languages that are not supported: " + strings.Join(a.unsupported, ", ")}
	}
	files := []tagFile{}
	for _, plan := range result.Plans {
		f := tagFile{File: plan.File, Added: plan.Count(tag.Added), Updated: plan.Count(tag.Updated), Unchanged: plan.Count(tag.Unchanged)}
		answer.Elements += plan.Elements
		answer.Added += f.Added
		answer.Updated += f.Updated
		answer.Unchanged += f.Unchanged
		answer.Removed += plan.Count(tag.Removed)
		if !plan.Changes() && !a.verbose {
			continue
		}
		if a.request.DryRun {
			f.Diff = plan.Diff()
		}
		if a.verbose {
			for _, line := range plan.Tags {
				f.Tags = append(f.Tags, tagLine(line))
			}
		}
		files = append(files, f)
	}
	answer.FilesTotal = len(files)
	if !a.request.DryRun {
		answer.Files = files[:min(len(files), a.limit)]
		return answer, nil
	}
	var err error
	key := paging.Key{Request: a.digest(), State: paging.DigestOf(a.request.Root, files)}
	if answer.Files, answer.NextCursor, err = page(files, key, a.cursor, a.limit); err != nil {
		return nil, err
	}
	return answer, nil
}

// digest returns the digest of the arguments.
func (a *tagArguments) digest() paging.Digest {
	r := &a.request
	extensions := slices.Compact(slices.Sorted(slices.Values(r.Extensions)))
	return paging.DigestOf("coderef_tag", r.Path, r.Options, extensions, r.Exclude, a.verbose)
}
