package config

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// projectFile is the file in which a repository configures MCP servers for its developers.
const projectFile = ".mcp.json"

// mcpConfigRef is a file of servers, or a folder of such files, and the origin of its path.
type mcpConfigRef struct {
	path  string
	field string
	at    position
}

// readMCPConfigs reads the files of servers in order.
func (l *loader) readMCPConfigs() {
	refs := slices.Clone(l.config.mcpConfigs)
	for _, path := range l.in.MCPConfigs {
		refs = append(refs, mcpConfigRef{path: path, field: "--mcp-config"})
	}
	if l.in.ProjectMCP {
		ref := mcpConfigRef{path: projectFile, field: "--mcp-project"}
		if exists(ref.path) {
			refs = append(refs, ref)
		} else {
			l.notices.warn(ref.at, ref.field, "there is no %s in the working folder", projectFile)
		}
	}
	for _, ref := range refs {
		if info, err := os.Stat(ref.path); err == nil && info.IsDir() {
			l.readFolder(ref)
		} else {
			l.readNamed(ref)
		}
	}
}

// readNamed reads a file that was named explicitly. Its errors are fatal.
func (l *loader) readNamed(ref mcpConfigRef) {
	f := l.readServers(ref)
	l.notices.put(f.notices.first()...)
	l.problems.put(f.problems.first()...)
	l.add(f)
}

// readFolder reads the files of a folder, sorted by name. A broken file is reported and left out, because the
// other files may have other owners.
func (l *loader) readFolder(folder mcpConfigRef) {
	files, err := serverFiles(folder.path)
	if err != nil {
		l.problems.add(folder.at, folder.field, "cannot be read: %v", err)
		return
	}
	if len(files) == 0 {
		l.notices.warn(folder.at, folder.field, "%s contains no file that ends in %s",
			folder.path, strings.Join(serverFileEndings(), ", "))
	}
	for _, path := range files {
		f := l.readServers(mcpConfigRef{path: path, at: position{file: path}})
		l.notices.put(f.notices.first()...)
		f.check(l.config.Deadlines)
		if len(f.problems.list) > 0 {
			l.notices.put(f.problems.first()...)
			l.notices.warn(position{file: path}, "", "the file is left out with all of its servers")
			continue
		}
		l.add(f)
	}
}

// serverFileEndings are the file extensions that are read from a folder.
func serverFileEndings() []string { return []string{".json", ".jsonc", ".yaml", ".yml"} }

// serverFiles lists the files of a folder that contain servers: those with such an extension whose name does
// not start with a dot. Subfolders are not read; links to files are followed.
func serverFiles(folder string) ([]string, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var files []string
	for _, entry := range entries {
		name := entry.Name()
		if strings.HasPrefix(name, ".") || !slices.Contains(serverFileEndings(), strings.ToLower(filepath.Ext(name))) {
			continue
		}
		path := filepath.Join(folder, name)
		if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
			continue // a folder, or a pipe that may never be written to
		}
		files = append(files, path)
	}
	return files, nil
}

// serverFile is the content of one file of servers.
type serverFile struct {
	servers []Server
	origins origins
	// problems are errors; notices are warnings.
	problems, notices problems
}

// readServers reads one file. Its extension selects YAML or JSON.
func (l *loader) readServers(ref mcpConfigRef) *serverFile {
	f := &serverFile{origins: origins{}}
	data, err := readLimited(ref.path)
	if err != nil {
		f.problems.unreadable(ref, err)
		return f
	}
	if isYAML(ref.path) {
		var c Config
		r := &yamlReader{file: ref.path, problems: &f.problems, origins: f.origins, env: l.env}
		r.readServers(&c, data)
		f.servers = c.Servers
		return f
	}
	r := &mcpReader{
		file: ref.path, problems: &f.problems, notices: &f.notices, origins: f.origins,
		editor: newEditor(ref.path, l.env), warned: map[string]bool{},
	}
	r.read(data)
	f.servers = r.servers
	l.config.secrets = append(l.config.secrets, r.editor.files...)
	return f
}

func isYAML(path string) bool {
	ending := strings.ToLower(filepath.Ext(path))
	return ending == ".yaml" || ending == ".yml"
}

// check runs the same checks as those of the whole configuration, where a problem would affect all servers.
func (f *serverFile) check(d Deadlines) {
	for _, s := range f.servers {
		if s.Name == CodeIntelServer && s.Command == "" {
			s.Command = CodeIntelCommand // adjusts the default upstream
		}
		s.check(checker{&f.problems, f.origins}, serverField(s.Name), d)
	}
}

// add adds the servers of a file. A duplicate name is always fatal, because it is ambiguous.
func (l *loader) add(f *serverFile) {
	for _, s := range f.servers {
		field := serverField(s.Name)
		at := f.origins.of(field)
		if l.config.Server(s.Name) != nil {
			l.problems.add(at.position, at.field, "a server with this name is already configured in %s",
				l.config.origins.of(field).text())
			continue
		}
		for key, at := range f.origins {
			if key == field || strings.HasPrefix(key, field+".") {
				l.config.origins[key] = at
			}
		}
		l.config.Servers = append(l.config.Servers, s)
	}
}
