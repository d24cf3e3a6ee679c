package gotruth

import (
	"context"
	"fmt"
	"go/build"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// variant is a build configuration of the module.
type variant struct {
	goos string
	tags []string
}

// matches reports whether a build includes a file.
func (b variant) matches(path string) bool {
	c := build.Default
	c.GOOS, c.BuildTags, c.CgoEnabled = b.goos, b.tags, false
	ok, err := c.MatchFile(filepath.Dir(path), filepath.Base(path))
	return err == nil && ok
}

// variants returns the build that this machine makes. For each file that it excludes, it
// adds the first other build that includes the file.
func variants(paths []string) []variant {
	all := []variant{{goos: runtime.GOOS}}
	for _, path := range paths {
		if slices.ContainsFunc(all, func(b variant) bool { return b.matches(path) }) {
			continue
		}
		if b, ok := including(path); ok {
			all = append(all, b)
		}
	}
	return all
}

// including searches for a build that includes a file, on this or another operating
// system, with as few as possible of the tags that the file names. It returns false if
// there is none.
func including(path string) (variant, bool) {
	tags := tagsOf(path)
	for size := range len(tags) + 1 {
		for _, goos := range []string{runtime.GOOS, "linux", "windows", "darwin", "freebsd", "js", "plan9"} {
			for chosen := range 1 << len(tags) {
				b := variant{goos: goos}
				for i, tag := range tags {
					if chosen&(1<<i) != 0 {
						b.tags = append(b.tags, tag)
					}
				}
				if len(b.tags) == size && b.matches(path) {
					return b, true
				}
			}
		}
	}
	return variant{}, false
}

// tagsOf returns the tags in a file's //go:build line, at most eight.
func tagsOf(path string) []string {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments|parser.PackageClauseOnly)
	if err != nil {
		return nil
	}
	var tags []string
	var visit func(constraint.Expr)
	visit = func(e constraint.Expr) {
		switch e := e.(type) {
		case *constraint.TagExpr:
			if !slices.Contains(tags, e.Tag) && len(tags) < 8 {
				tags = append(tags, e.Tag)
			}
		case *constraint.NotExpr:
			visit(e.X)
		case *constraint.AndExpr:
			visit(e.X)
			visit(e.Y)
		case *constraint.OrExpr:
			visit(e.X)
			visit(e.Y)
		}
	}
	for _, group := range file.Comments {
		for _, comment := range group.List {
			if e, err := constraint.Parse(comment.Text); err == nil && constraint.IsGoBuild(comment.Text) {
				visit(e)
			}
		}
	}
	return tags
}

// load loads the module and its dependencies from source, as a build makes them. In the
// first build, a package that does not compile is an error; in the other builds it is
// omitted.
func (o *Oracle) load(ctx context.Context, b variant, first bool) error {
	loaded, err := packages.Load(&packages.Config{
		Context: ctx, Dir: o.root, Tests: true,
		Env:        append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off", "GOOS="+b.goos),
		BuildFlags: []string{"-tags=" + strings.Join(b.tags, ",")},
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
			packages.NeedDeps | packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo,
	}, "./...")
	if err != nil {
		return err
	}
	for _, p := range loaded {
		switch {
		case len(p.Errors) == 0:
			o.packages = append(o.packages, p)
		case first:
			return fmt.Errorf("%s: %w", p.ID, p.Errors[0])
		}
	}
	return nil
}
