package tools

import (
	_ "embed"
	"path/filepath"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/arguments"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/paging"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/toolerror"
	"github.com/coderef-system/coderefd/codeintel/tag"
)

//go:embed schema/tag.input.json
var tagInput []byte

//go:embed schema/tag.output.json
var tagOutput []byte

// defaultTagLanguages is the default of lang for a folder.
const defaultTagLanguages = "ts,tsx,js,jsx"

// Tag defines coderef_tag.
func Tag() Definition {
	return Definition{
		Name: "coderef_tag",
		Description: "Writes the reference of each declaration into its source file, as a comment on a separate " +
			"line above the declaration: // @Fn/src/auth/login.ts#authenticate:24 (# in Python). This tool " +
			"changes source files: use it when the user asks for tags, and use dry_run to see the changes first. " +
			"path is a file or a folder; in a folder, the files of the languages in lang are tagged. Paths in tags are " +
			"relative to \"root\": the nearest folder, from path upwards, with version control (.git, .hg, .svn, " +
			".jj) or a CodeRef index (.coderef, .coderef-index.json, coderef-index.json); else the nearest with a " +
			"package manifest (go.mod, package.json, pyproject.toml and similar); else path itself, or the folder " +
			"of the file. It is never above the folders that the server is limited to (--root). Tags are placed " +
			"above decorators, JSDoc and tool directives, and below plain comments; their line numbers are those " +
			"after all tags are written. Existing tags of all forms are kept; update_lineno updates their line " +
			"numbers, force rewrites them except for their metadata and removes duplicates. A second run changes " +
			"nothing. dry_run writes nothing and returns unified diffs. Properties, declarations in function " +
			"bodies, and names that begin with _ or # (see include_private) get no tags. Only lines with tags are " +
			"added, changed or removed. Each file is replaced as a whole or not at all. A file is left unchanged " +
			"if it changes during the call, is read-only, is a link, or if the tags would change what it " +
			"declares; \"skipped\" lists such files. Formatters that align code may move lines next to tags.",
		CLIDescription: "Runs an installed coderef CLI that writes references into source files as comments, and " +
			"reports how many elements in how many files it tagged, but not which. This tool changes source files " +
			"unless dry_run is set. \"root\" is the folder that the CLI ran in: path, or the folder of the file; " +
			"the CLI decides what the paths in tags are relative to. There are no pages and no diffs. If the time " +
			"limit or the caller ends the call, some files may have been written.",
		Input: tagInput, Output: identified(tagOutput), Annotations: writing("Write references into the source"),
	}
}

// TagRequest is the request of coderef_tag with the native engine.
type TagRequest struct {
	Tag         tag.Request // without Root and Progress
	Unsupported []string    // languages
	Verbose     bool
	Limit       int
	Cursor      string
}

// ReadTag reads the arguments of coderef_tag.
func ReadTag(args arguments.Values) (r TagRequest, err error) {
	path, folder, err := args.SourcePath()
	if err != nil {
		return r, err
	}
	r.Tag.Path = path
	for name, flag := range map[string]*bool{
		"dry_run": &r.Tag.DryRun, "force": &r.Tag.Force, "verbose": &r.Verbose, "update_lineno": &r.Tag.UpdateLines,
		"include_private": &r.Tag.Private,
	} {
		if err = args.Flag(name, flag); err != nil {
			return r, err
		}
	}
	if err = r.readLanguages(args, folder); err != nil {
		return r, err
	}
	exclude, err := args.Text("exclude")
	if err != nil {
		return r, err
	}
	for _, pattern := range arguments.List(exclude) {
		if !tag.ValidGlob(pattern) {
			return r, toolerror.Invalid("give globs, separated by commas", "exclude contains an invalid glob: %q", pattern)
		}
		r.Tag.Exclude = append(r.Tag.Exclude, pattern)
	}
	if r.Limit, err = args.Integer("limit", paging.DefaultLimit, 1, paging.MaxLimit); err != nil {
		return r, err
	}
	if r.Cursor, err = args.Text("cursor"); err != nil {
		return r, err
	}
	if r.Cursor != "" && !r.Tag.DryRun {
		return r, &toolerror.Error{
			Code: toolerror.InvalidCursor, Message: "only dry runs have pages", Hint: "omit cursor, or set dry_run",
		}
	}
	return r, nil
}

// readLanguages reads lang. The default for a single file is the language of the file.
func (r *TagRequest) readLanguages(args arguments.Values, folder bool) error {
	words, err := args.Text("lang")
	if err != nil {
		return err
	}
	if strings.TrimSpace(words) == "" {
		if words = defaultTagLanguages; !folder {
			words = index.WordOf(filepath.ToSlash(r.Tag.Path))
		}
	}
	var supported []string
	supported, r.Unsupported = splitLanguages(arguments.List(words))
	r.Tag.Extensions = extensionsOf(supported)
	if len(supported) == 0 {
		return toolerror.Invalid(supportedHint(), "none of the languages can be tagged: %q", words)
	}
	if !folder && !r.Tag.Covers(r.Tag.Path) {
		return toolerror.Invalid(supportedHint(), "path is not a file of these languages: %s", words)
	}
	return nil
}

// Digest returns the digest of the arguments.
func (r *TagRequest) Digest() paging.Digest {
	extensions := slices.Compact(slices.Sorted(slices.Values(r.Tag.Extensions)))
	return paging.DigestOf("coderef_tag", r.Tag.Path, r.Tag.Options, extensions, r.Tag.Exclude, r.Verbose)
}
