package tsgo

import (
	"github.com/microsoft/typescript-go/internal/core"
	"github.com/microsoft/typescript-go/internal/tsoptions"
	"github.com/microsoft/typescript-go/internal/tspath"
)

// Reference stands for another configuration of the repository. A program that
// has it takes the sources where an import leads to what is built from them,
// be it built or not: the compiler's own way with project references.
type Reference struct {
	name   string
	parsed *tsoptions.ParsedCommandLine
}

// Reference returns a reference to what the configuration builds from the files
// that own accepts. options are those its files are resolved with.
func (c *Config) Reference(options *Options, own func(path string) bool) *Reference {
	compare := tspath.ComparePathsOptions{
		CurrentDirectory:          tspath.GetDirectoryPath(c.parsed.ConfigName()),
		UseCaseSensitiveFileNames: osFS().UseCaseSensitiveFileNames(),
	}
	options = options.Clone()
	if options.RootDir == "" && !options.Composite.IsTrue() {
		// Until the compiler dropped it, the root was what the files have in common.
		whole := options.Clone()
		whole.ConfigFilePath = ""
		options.RootDir = tsoptions.NewParsedCommandLine(whole, c.FileNames(), compare).CommonSourceDirectory()
	}
	parsed := tsoptions.NewParsedCommandLine(options, core.Filter(c.FileNames(), own), compare)
	parsed.ConfigFile = c.parsed.ConfigFile
	return &Reference{name: c.parsed.ConfigName(), parsed: parsed}
}

// refer makes config, the configuration of a program, have references.
func refer(config *tsoptions.ParsedCommandLine, dir string, references []*Reference) {
	if len(references) == 0 {
		return
	}
	// The compiler keeps references by the file that lists them.
	const name = "references.json"
	path := tspath.CombinePaths(dir, name)
	config.ConfigFile = tsoptions.NewTsconfigSourceFileFromFilePath(path, tspath.Path(path), "{}")
	for _, r := range references {
		config.ParsedConfig.ProjectReferences = append(config.ParsedConfig.ProjectReferences, &core.ProjectReference{Path: r.name})
	}
}

// GetResolvedProjectReference implements the compiler's host.
func (h *host) GetResolvedProjectReference(name string, _ tspath.Path) *tsoptions.ParsedCommandLine {
	for _, r := range h.references {
		if r.name == name {
			return r.parsed
		}
	}
	return nil
}
