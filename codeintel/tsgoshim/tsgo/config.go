package tsgo

import (
	"github.com/microsoft/typescript-go/internal/collections"
	"github.com/microsoft/typescript-go/internal/core"
	"github.com/microsoft/typescript-go/internal/tsoptions"
	"github.com/microsoft/typescript-go/internal/tspath"
	"github.com/microsoft/typescript-go/internal/vfs"
)

// Config is a parsed tsconfig.json, with the settings that it inherits by the key "extends".
type Config struct {
	parsed *tsoptions.ParsedCommandLine
}

// ParseConfig reads a configuration file. It returns nil if the file cannot be read, and
// ignores errors from which the compiler recovers; see [Config.Problems].
func ParseConfig(dir, path string, files FileSystem) *Config {
	h := configHost{dir: dir, fs: newHostFS(files)}
	parsed, _ := tsoptions.GetParsedCommandLineOfConfigFile(path, nil, nil, h, nil)
	if parsed == nil {
		return nil
	}
	return &Config{parsed: parsed}
}

type configHost struct {
	dir string
	fs  vfs.FS
}

func (h configHost) FS() vfs.FS                  { return h.fs }
func (h configHost) GetCurrentDirectory() string { return h.dir }

// FileNames returns the absolute paths of the files that the configuration includes.
func (c *Config) FileNames() []string { return c.parsed.FileNames() }

// References returns the configuration files of the referenced projects.
func (c *Config) References() []string { return c.parsed.ResolvedProjectReferencePaths() }

// Options returns a copy of the compiler options.
func (c *Config) Options() *Options { return c.parsed.CompilerOptions().Clone() }

// AllowJavaScript makes a program accept JavaScript files as roots and JSX in all files,
// even if the configuration does not allow them.
func AllowJavaScript(o *Options) {
	o.AllowJs = core.TSTrue
	if o.Jsx == core.JsxEmitNone {
		o.Jsx = core.JsxEmitPreserve
	}
}

// FollowLinks makes a program use the real paths of linked packages, which identify the files
// of the project.
func FollowLinks(o *Options) { o.PreserveSymlinks = core.TSFalse }

// SetDefaults sets the options for files without a configuration.
func SetDefaults(o *Options) {
	o.Module = core.ModuleKindESNext
	o.ModuleResolution = core.ModuleResolutionKindBundler
	o.Target = core.ScriptTargetESNext
}

// IncludeAllTypes includes all @types packages, as older compilers do by default, unless
// the configuration lists the packages to include.
func IncludeAllTypes(o *Options) {
	if o.Types == nil {
		o.Types = []string{"*"}
	}
}

// EmulateBaseURL restores the meaning that baseUrl had in compilers that supported it:
// paths are relative to it, and bare names are looked up below it.
//
//nolint:staticcheck // BaseUrl is deprecated, but projects still set it
func EmulateBaseURL(o *Options) {
	if o.BaseUrl == "" {
		return
	}
	if o.ConfigFilePath != "" {
		o.BaseUrl = tspath.ResolvePath(tspath.GetDirectoryPath(o.ConfigFilePath), o.BaseUrl)
	}
	o.PathsBasePath = o.BaseUrl
	paths := collections.NewOrderedMapWithSizeHint[string, []string](o.Paths.Size() + 1)
	for pattern, targets := range o.Paths.Entries() {
		paths.Set(pattern, targets)
	}
	if _, ok := paths.Get("*"); !ok {
		paths.Set("*", []string{o.BaseUrl + "/*"})
	}
	o.Paths = paths
}

// PathPatterns returns the keys of the paths option.
func PathPatterns(o *Options) []string {
	var patterns []string
	for pattern := range o.Paths.Keys() {
		patterns = append(patterns, pattern)
	}
	return patterns
}
