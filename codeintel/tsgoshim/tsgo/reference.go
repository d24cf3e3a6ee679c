package tsgo

import (
	"github.com/microsoft/typescript-go/internal/core"
	"github.com/microsoft/typescript-go/internal/tsoptions"
	"github.com/microsoft/typescript-go/internal/tspath"
)

// Reference refers to another configuration of the repository. If an import in a program
// with the reference resolves to a build output of that configuration, the program uses the
// source instead, even if the output does not exist. The compiler does the same for project
// references.
type Reference struct {
	name   string
	parsed *tsoptions.ParsedCommandLine
}

// Reference returns a reference to the configuration, limited to the files for which the
// function own returns true. options are the options with which these files are resolved.
func (c *Config) Reference(options *Options, own func(path string) bool) *Reference {
	options = options.Clone()
	options.RootDir = c.rootDir(options)
	parsed := tsoptions.NewParsedCommandLine(options, core.Filter(c.FileNames(), own), c.comparePaths())
	parsed.ConfigFile = c.parsed.ConfigFile
	return &Reference{name: c.parsed.ConfigName(), parsed: parsed}
}

// Outputs returns the folders of the files that are built with the configuration, and the
// folder of their sources. All paths are absolute. It returns no folders if the configuration
// does not set any.
func (c *Config) Outputs() (built []string, sources string) {
	options := c.parsed.CompilerOptions()
	for _, dir := range []string{options.OutDir, options.DeclarationDir} {
		if dir != "" {
			built = append(built, dir)
		}
	}
	if len(built) == 0 {
		return nil, ""
	}
	if sources = c.rootDir(options); sources == "" {
		sources = tspath.GetDirectoryPath(c.parsed.ConfigName())
	}
	return built, sources
}

// rootDir returns the rootDir option. If it is not set, the result is the default of older
// compilers: the common folder of all files. It is empty for a composite project, in which
// the default is the folder of the configuration.
func (c *Config) rootDir(options *Options) string {
	if options.RootDir != "" || options.Composite.IsTrue() {
		return options.RootDir
	}
	whole := options.Clone()
	whole.ConfigFilePath = ""
	return tsoptions.NewParsedCommandLine(whole, c.FileNames(), c.comparePaths()).CommonSourceDirectory()
}

func (c *Config) comparePaths() tspath.ComparePathsOptions {
	return tspath.ComparePathsOptions{
		CurrentDirectory:          tspath.GetDirectoryPath(c.parsed.ConfigName()),
		UseCaseSensitiveFileNames: caseSensitive(),
	}
}

// refer adds references to config, the configuration of a program.
func refer(config *tsoptions.ParsedCommandLine, dir string, references []*Reference) {
	if len(references) == 0 {
		return
	}
	// The compiler keeps references by the file that lists them.
	const name = "references.json"
	path := tspath.CombinePaths(dir, name)
	config.ConfigFile = tsoptions.NewTsconfigSourceFileFromFilePath(path, tspath.Path(path), "{}")
	for _, r := range references {
		config.ParsedConfig.ProjectReferences = append(
			config.ParsedConfig.ProjectReferences, &core.ProjectReference{Path: r.name},
		)
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
