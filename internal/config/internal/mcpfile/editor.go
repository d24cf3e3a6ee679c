package mcpfile

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/coderef-system/coderefd/internal/config/internal/expand"
	"github.com/coderef-system/coderefd/internal/config/internal/source"
)

// editor takes the place of the program that an mcpServers file was written for. It expands ${…} as that
// program does: the variables of VS Code and Cursor (${env:NAME}, ${workspaceFolder}, …), Windsurf's
// ${file:path}, and ${NAME}.
type editor struct {
	env expand.Environment
	// workspace is the folder that would be open in the editor.
	workspace string
	// folder is the folder in which the editor starts programs; empty means the working folder of the
	// service.
	folder string
	// inputs maps the ids of the inputs that the editor would prompt for to their descriptions.
	inputs map[string]string
	// files are the expanded texts of ${file:path}.
	files []string
}

// refusal is the reason why a server cannot be run here although its entry is valid.
type refusal struct{ reason string }

func (e *refusal) Error() string { return e.reason }

// newEditor returns the editor for a file.
func newEditor(file string, env expand.Environment) *editor {
	e := &editor{env: env, workspace: workspaceOf(file), inputs: map[string]string{}}
	if filepath.Base(filepath.Dir(file)) == ".vscode" {
		e.folder = e.workspace // documented by VS Code; unknown for other editors
	}
	return e
}

// workspaceOf returns the folder that an editor had open for a file: the parent of its settings folder, such
// as .vscode or .cursor, otherwise the file's folder.
func workspaceOf(file string) string {
	folder := filepath.Dir(file)
	if absolute, err := filepath.Abs(folder); err == nil {
		folder = absolute // on error the working folder was removed; use the relative path
	}
	if strings.HasPrefix(filepath.Base(folder), ".") {
		return filepath.Dir(folder)
	}
	return folder
}

// substitute returns the value of one ${expression}.
func (e *editor) substitute(expression string) (string, error) {
	switch expression {
	case "workspaceFolder":
		return e.workspace, nil
	case "workspaceFolderBasename":
		return filepath.Base(e.workspace), nil
	case "userHome":
		return e.env.Substitute("HOME")
	case "cwd":
		return os.Getwd()
	case "pathSeparator", "/":
		return string(filepath.Separator), nil
	}
	kind, name, ok := strings.Cut(expression, ":")
	if !ok || strings.HasPrefix(name, "-") { // ${NAME:-default}
		return e.env.Substitute(expression)
	}
	switch kind {
	case "env":
		return e.env.Substitute(name)
	case "file":
		return e.file(name)
	case "input":
		return "", e.input(name)
	}
	return "", &refusal{fmt.Sprintf("${%s} is only defined in an editor", expression)}
}

// file returns the text of a file, such as a secret, without surrounding white space.
func (e *editor) file(path string) (string, error) {
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		home, err := e.env.Substitute("HOME")
		if err != nil {
			return "", err
		}
		path = filepath.Join(home, rest)
	}
	data, err := source.Read(source.InFolder(e.workspace, path))
	text := strings.TrimSpace(string(data))
	e.files = append(e.files, text)
	return text, err
}

// input rejects a value that an editor would prompt for.
func (e *editor) input(id string) error {
	asks := ""
	if description := e.inputs[id]; description != "" {
		asks = fmt.Sprintf(" (%s)", description)
	}
	return &refusal{fmt.Sprintf("${input:%s}%s requires an editor that prompts for it; "+
		"use ${env:NAME} instead and set that variable", id, asks)}
}
