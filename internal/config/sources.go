package config

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// projectFile is where a repository keeps MCP servers for those who work on it.
const projectFile = ".mcp.json"

// mcpConfigRef is a file of servers or a folder of such files that is to be read,
// and who asked for it.
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

// readNamed reads a file that was named: what is wrong with it is fatal.
func (l *loader) readNamed(ref mcpConfigRef) {
	f := l.readServers(ref)
	l.notices.put(f.notices.first()...)
	l.problems.put(f.problems.first()...)
	l.add(f)
}

// readFolder reads the files of a folder by the order of their names. A broken one
// is reported and left out, since it may be no fault of the others' owners.
func (l *loader) readFolder(folder mcpConfigRef) {
	files, err := serverFiles(folder.path)
	if err != nil {
		l.problems.add(folder.at, folder.field, "cannot be read: %v", err)
		return
	}
	if len(files) == 0 {
		l.notices.warn(folder.at, folder.field, "%s holds no file that ends in %s",
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

// serverFileEndings are of the files that are read from a folder.
func serverFileEndings() []string { return []string{".json", ".jsonc", ".yaml", ".yml"} }

// serverFiles lists the files of a folder that hold servers: those with such an
// ending whose name does not start with a dot. Folders in it are not entered; links
// to files are followed.
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
			continue // a folder, or a pipe that nobody may ever write to
		}
		files = append(files, path)
	}
	return files, nil
}

// serverFile is what one file of servers holds.
type serverFile struct {
	servers []Server
	origins origins
	// problems are what is wrong with it, notices the rest.
	problems, notices problems
}

// readServers reads one file, by its ending as YAML or as JSON.
func (l *loader) readServers(ref mcpConfigRef) *serverFile {
	f := &serverFile{origins: origins{}}
	data, err := readLimited(ref.path)
	if err != nil {
		f.problems.add(ref.at, ref.field, "%v", err)
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
		editor: newEditor(ref.path, l.env), told: map[string]bool{},
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

// check checks the servers as the whole configuration is checked later, where a
// problem would be everybody's.
func (f *serverFile) check(d Deadlines) {
	for _, s := range f.servers {
		if s.Name == CodeIntelServer && s.Command == "" {
			s.Command = CodeIntelCommand // tunes the default child
		}
		s.check(checker{&f.problems, f.origins}, serverField(s.Name), d)
	}
}

// add adds the servers of a file. A name that is taken is fatal wherever it stands:
// which of the two is meant, nobody can tell.
func (l *loader) add(f *serverFile) {
	for _, s := range f.servers {
		field := serverField(s.Name)
		at := f.origins.of(field)
		if l.config.Server(s.Name) != nil {
			l.problems.add(at.position, at.field, "a server of that name is configured already, in %s",
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
