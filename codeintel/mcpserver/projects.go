package mcpserver

import (
	"os"
	"slices"
	"sync"

	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/resourceuri"
)

// maxKnownProjects bounds how many projects are remembered, and with it the
// list of resources.
const maxKnownProjects = 100

// projects remembers which projects this process was asked about. It is safe
// for concurrent use.
type projects struct {
	publish, retract func(root string) // called when a project becomes known, and when it is forgotten

	mu     sync.Mutex
	recent []string // roots, most recent first
}

// project returns a project of the store and remembers that it was asked about.
func (t *tools) project(root string) *index.Project {
	t.known.asked(root)
	return t.store.Project(root)
}

func (p *projects) asked(root string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	i := slices.Index(p.recent, root)
	if i >= 0 {
		p.recent = slices.Delete(p.recent, i, i+1)
	}
	p.recent = slices.Insert(p.recent, 0, root)
	if i < 0 {
		p.publish(root)
	}
	if len(p.recent) > maxKnownProjects {
		p.retract(p.recent[maxKnownProjects])
		p.recent = p.recent[:maxKnownProjects]
	}
}

// existing forgets the projects whose folders are gone, and returns the others,
// most recent first.
func (p *projects) existing() []string {
	p.mu.Lock()
	roots := slices.Clone(p.recent)
	p.mu.Unlock()
	// A file system may be slow to answer; calls of tools do not wait for it.
	gone := slices.DeleteFunc(slices.Clone(roots), isFolder)
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, root := range gone {
		if i := slices.Index(p.recent, root); i >= 0 {
			p.recent = slices.Delete(p.recent, i, i+1)
			p.retract(root)
		}
	}
	return slices.DeleteFunc(roots, func(root string) bool { return slices.Contains(gone, root) })
}

func isFolder(root string) bool {
	info, err := os.Stat(root)
	return err == nil && info.IsDir()
}

type projectsAnswer struct {
	Projects []knownProject `json:"projects"`
}

type knownProject struct {
	Root       string `json:"root"`
	SummaryURI string `json:"summary_uri"`
}

func (t *tools) projects() projectsAnswer {
	answer := projectsAnswer{Projects: []knownProject{}}
	for _, root := range t.known.existing() {
		answer.Projects = append(answer.Projects, knownProject{Root: root, SummaryURI: resourceuri.Format(summaryKind, root, "")})
	}
	return answer
}
