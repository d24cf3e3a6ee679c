package config

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// editor stands for the program that an mcpServers file was written for, and knows
// what it would put in the place of ${…}: the variables of VS Code and Cursor
// (${env:NAME}, ${workspaceFolder}, …), Windsurf's ${file:path}, and ${NAME}.
type editor struct {
	env environment
	// workspace is the folder that would be open in it.
	workspace string
	// folder that it starts programs in; empty: whatever we are in.
	folder string
	// inputs that it would ask for, by their id, with what it would say.
	inputs map[string]string
	// files are the texts that ${file:path} stood for.
	files []string
}

// refusal says why a server cannot be run here, although nothing is wrong with its
// entry.
type refusal struct{ reason string }

func (e *refusal) Error() string { return e.reason }

// newEditor returns the editor of a file.
func newEditor(file string, env environment) *editor {
	e := &editor{env: env, workspace: workspaceOf(file), inputs: map[string]string{}}
	if filepath.Base(filepath.Dir(file)) == ".vscode" {
		e.folder = e.workspace // VS Code says so; of others, nothing is known
	}
	return e
}

// workspaceOf returns the folder that an editor had open for a file: the one around
// its own folder of settings, such as .vscode or .cursor, else the file's folder.
func workspaceOf(file string) string {
	folder := filepath.Dir(file)
	if absolute, err := filepath.Abs(folder); err == nil {
		folder = absolute // else the working folder is gone, and the relative path will do
	}
	if strings.HasPrefix(filepath.Base(folder), ".") {
		return filepath.Dir(folder)
	}
	return folder
}

// substitute gives the value of one ${expression}.
func (e *editor) substitute(expression string) (string, error) {
	switch expression {
	case "workspaceFolder":
		return e.workspace, nil
	case "workspaceFolderBasename":
		return filepath.Base(e.workspace), nil
	case "userHome":
		return e.env.substitute("HOME")
	case "cwd":
		return os.Getwd()
	case "pathSeparator", "/":
		return string(filepath.Separator), nil
	}
	kind, name, ok := strings.Cut(expression, ":")
	if !ok || strings.HasPrefix(name, "-") { // ${NAME:-default}
		return e.env.substitute(expression)
	}
	switch kind {
	case "env":
		return e.env.substitute(name)
	case "file":
		return e.file(name)
	case "input":
		return "", e.input(name)
	}
	return "", &refusal{fmt.Sprintf("${%s} has a value in an editor only", expression)}
}

// file gives the text of a file, such as a secret of its own, without the space
// around it.
func (e *editor) file(path string) (string, error) {
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		home, err := e.env.substitute("HOME")
		if err != nil {
			return "", err
		}
		path = filepath.Join(home, rest)
	}
	data, err := readLimited(inFolder(e.workspace, path))
	text := strings.TrimSpace(string(data))
	e.files = append(e.files, text)
	return text, err
}

// input refuses what an editor would ask a person for.
func (e *editor) input(id string) error {
	asks := ""
	if description := e.inputs[id]; description != "" {
		asks = fmt.Sprintf(" (%s)", description)
	}
	return &refusal{fmt.Sprintf("${input:%s}%s is asked for by an editor, and nobody can be asked here; "+
		"write ${env:NAME} and set that variable", id, asks)}
}

// inFolder resolves a path as seen from a folder.
func inFolder(folder, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(folder, path)
}
