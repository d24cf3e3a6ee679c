package tsgo

import (
	"slices"

	"github.com/microsoft/typescript-go/internal/ast"
	"github.com/microsoft/typescript-go/internal/bundled"
	"github.com/microsoft/typescript-go/internal/compiler"
	"github.com/microsoft/typescript-go/internal/core"
	"github.com/microsoft/typescript-go/internal/diagnostics"
	"github.com/microsoft/typescript-go/internal/locale"
	"github.com/microsoft/typescript-go/internal/tsoptions"
	"github.com/microsoft/typescript-go/internal/tspath"
)

// Problem is a diagnostic of the compiler, with the compiler's message.
type Problem struct {
	File    string // absolute path
	Line    int    // counted from 1
	Message string
}

// SyntaxProblems returns the syntax errors of a file, from which the parser recovered.
func SyntaxProblems(f *SourceFile) []Problem { return problems(f.Diagnostics(), f.FileName()) }

// Problems returns the errors of the configuration that affect how its files are resolved.
// It omits the errors that the configuration includes no files or that options are outdated.
func (c *Config) Problems() []Problem {
	noFiles := diagnostics.No_inputs_were_found_in_config_file_0_Specified_include_paths_were_1_and_exclude_paths_were_2
	emptyList := diagnostics.The_files_list_in_config_file_0_is_empty
	found := slices.DeleteFunc(slices.Clone(c.parsed.GetConfigFileParsingDiagnostics()), func(d *ast.Diagnostic) bool {
		return d.Code() == noFiles.Code() || d.Code() == emptyList.Code()
	})
	return problems(append(found, c.pathDiagnostics()...), c.parsed.ConfigName())
}

// pathDiagnostics checks the paths option. The compiler checks it when it creates a program,
// so pathDiagnostics creates one without files.
func (c *Config) pathDiagnostics() []*ast.Diagnostic {
	options := c.Options()
	if options.Paths.Size() == 0 {
		return nil
	}
	options.NoLib, options.Types = core.TSTrue, []string{}
	dir := tspath.GetDirectoryPath(c.parsed.ConfigName())
	fs := &hostFS{noFiles{}}
	config := tsoptions.NewParsedCommandLine(options, nil, tspath.ComparePathsOptions{
		CurrentDirectory: dir, UseCaseSensitiveFileNames: fs.UseCaseSensitiveFileNames(),
	})
	config.ConfigFile = c.parsed.ConfigFile
	program := compiler.NewProgram(compiler.ProgramOptions{
		Host:   compiler.NewCompilerHost(dir, fs, bundled.LibPath(), nil, func(*diagnostics.Message, ...any) {}),
		Config: config, SingleThreaded: core.TSTrue,
	})
	codes := []int32{
		diagnostics.Pattern_0_can_have_at_most_one_Asterisk_character.Code(),
		diagnostics.Substitutions_for_pattern_0_should_be_an_array.Code(),
		diagnostics.Substitutions_for_pattern_0_shouldn_t_be_an_empty_array.Code(),
		diagnostics.Substitution_0_in_pattern_1_can_have_at_most_one_Asterisk_character.Code(),
	}
	if options.BaseUrl == "" { //nolint:staticcheck // deprecated, but paths are relative to it if it is set
		codes = append(codes, diagnostics.Non_relative_paths_are_not_allowed_Did_you_forget_a_leading_Slash.Code())
	}
	return slices.DeleteFunc(slices.Clone(program.GetProgramDiagnostics()), func(d *ast.Diagnostic) bool {
		return !slices.Contains(codes, d.Code())
	})
}

func problems(found []*ast.Diagnostic, file string) []Problem {
	var out []Problem
	for _, d := range found {
		p := Problem{File: file, Line: 1, Message: d.Localize(locale.Default)}
		if f := d.File(); f != nil {
			p.File, p.Line = f.FileName(), LineOf(f, d.Pos())
		}
		out = append(out, p)
	}
	return out
}
