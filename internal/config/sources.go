package config

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/internal/config/internal/mcpfile"
	"github.com/coderef-system/coderefd/internal/config/internal/problem"
	"github.com/coderef-system/coderefd/internal/config/internal/source"
)

// projectFile is the file in which a repository configures MCP servers for its developers.
const projectFile = ".mcp.json"

// readMCPConfigs reads the files of servers in order.
func (l *loader) readMCPConfigs() {
	refs := slices.Clone(l.config.mcpConfigs)
	for _, path := range l.in.MCPConfigs {
		refs = append(refs, source.Ref{Path: path, Field: "--mcp-config"})
	}
	if l.in.ProjectMCP {
		ref := source.Ref{Path: projectFile, Field: "--mcp-project"}
		if source.Exists(ref.Path) {
			refs = append(refs, ref)
		} else {
			l.notices.Warn(ref.At, ref.Field, "there is no %s in the working folder", projectFile)
		}
	}
	for _, ref := range refs {
		if info, err := os.Stat(ref.Path); err == nil && info.IsDir() {
			l.readFolder(ref)
		} else {
			l.readNamed(ref)
		}
	}
}

// readNamed reads a file that was named explicitly. Its errors are fatal.
func (l *loader) readNamed(ref source.Ref) {
	f := l.readServers(ref)
	l.notices.Put(f.notices.First()...)
	l.problems.Put(f.problems.First()...)
	l.add(f)
}

// readFolder reads the files of a folder, sorted by name. A broken file is reported and left out, because the
// other files may have other owners.
func (l *loader) readFolder(folder source.Ref) {
	files, err := serverFiles(folder.Path)
	if err != nil {
		l.problems.Add(folder.At, folder.Field, "cannot be read: %v", err)
		return
	}
	if len(files) == 0 {
		l.notices.Warn(folder.At, folder.Field, "%s contains no file that ends in %s",
			folder.Path, strings.Join(serverFileEndings(), ", "))
	}
	for _, path := range files {
		f := l.readServers(source.Ref{Path: path, At: problem.Position{File: path}})
		l.notices.Put(f.notices.First()...)
		f.check(l.config.Deadlines)
		if len(f.problems.All()) > 0 {
			l.notices.Put(f.problems.First()...)
			l.notices.Warn(problem.Position{File: path}, "", "the file is left out with all of its servers")
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
	origins problem.Origins
	// problems are errors; notices are warnings.
	problems, notices problem.List
}

// readServers reads one file. Its extension selects YAML or JSON.
func (l *loader) readServers(ref source.Ref) *serverFile {
	f := &serverFile{origins: problem.Origins{}}
	data, err := source.Read(ref.Path)
	if err != nil {
		ref.Unreadable(&f.problems, err)
		return f
	}
	if isYAML(ref.Path) {
		var c Config
		r := &yamlReader{file: ref.Path, problems: &f.problems, origins: f.origins, env: l.env}
		r.readServers(&c, data)
		f.servers = c.Servers
		return f
	}
	read := mcpfile.Read(ref.Path, data, mcpfile.Options{Env: l.env, MaxServers: MaxServers, MaxDepth: Depth})
	f.origins, f.problems, f.notices = read.Origins, read.Problems, read.Notices
	for _, s := range read.Servers {
		f.servers = append(f.servers, otherClients(s))
	}
	l.config.secrets = append(l.config.secrets, read.Secrets...)
	return f
}

func isYAML(path string) bool {
	ending := strings.ToLower(filepath.Ext(path))
	return ending == ".yaml" || ending == ".yml"
}

// check checks the servers of one file. The same checks of the whole configuration come later; there, a
// problem would prevent the start of all servers.
func (f *serverFile) check(d Deadlines) {
	for _, s := range f.servers {
		if s.Name == CodeIntelServer && s.Command == "" {
			s.Command = CodeIntelCommand // adjusts the default upstream
		}
		s.check(checker{&f.problems, f.origins}, problem.Server(s.Name), d)
	}
}

// add adds the servers of a file. A duplicate name is always fatal, because it is ambiguous.
func (l *loader) add(f *serverFile) {
	for _, s := range f.servers {
		field := problem.Server(s.Name)
		at := f.origins.Of(field)
		if l.config.Server(s.Name) != nil {
			l.problems.Add(at.Position, at.Field, "a server with this name is already configured in %s",
				l.config.origins.Of(field).Text())
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
