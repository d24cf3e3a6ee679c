package pattern

import (
	"path"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// fileRoutes records routes that follow from the path of the file: the app and pages
// folders of Next.js, the routes folders of Remix and SvelteKit.
func (f *Finder) fileRoutes() {
	route := routeOfFile(f.outline.Path)
	if route == nil {
		return
	}
	for decl := range f.Decls {
		d := &f.Decls[decl]
		if !d.TopLevel {
			continue
		}
		for _, name := range d.ExportedAs {
			if verb := route.verb(name); verb != "" {
				f.addDeclaration(facts.PatternRoute, verb+" "+route.path, decl)
			}
		}
	}
}

// fileRoute is the route that the path of a file defines.
type fileRoute struct {
	path string
	kind fileKind
}

// fileKind is the convention by which a file defines a route.
type fileKind int

const (
	handlers fileKind = iota // functions called GET, POST and so on are exported
	page                     // the default export is a component
	api                      // the default export is a function
	remix                    // the default export is a component; functions called loader and action may be exported, too
)

// verb returns the HTTP verb that an exported name handles, or "".
func (r *fileRoute) verb(exported string) string {
	switch {
	case r.kind == handlers && exported == strings.ToUpper(exported) && verbOf(strings.ToLower(exported)) != "":
		return exported
	case r.kind == remix && exported == "loader":
		return "GET"
	case r.kind == remix && exported == "action":
		return "POST"
	case exported != syntax.DefaultExport:
		return ""
	case r.kind == page || r.kind == remix:
		return "PAGE"
	case r.kind == api:
		return "ALL"
	}
	return ""
}

// routeOfFile returns the route that the path of a file defines, or nil.
func routeOfFile(file string) *fileRoute {
	name := strings.TrimSuffix(path.Base(file), syntax.Extension(file))
	folders := strings.Split(path.Dir(file), "/")
	last := func(folder string) int {
		at := len(folders) - 1
		for at >= 0 && folders[at] != folder {
			at--
		}
		return at
	}
	app, pages, routes := slices.Index(folders, "app"), slices.Index(folders, "pages"), last("routes")
	switch {
	case routes >= 0 && name == "+server":
		return &fileRoute{segments(folders[routes+1:]), handlers}
	case routes > 0 && folders[routes-1] == "app":
		return &fileRoute{segments(append(slices.Clone(folders[routes+1:]), strings.Split(name, ".")...)), remix}
	case app >= 0 && app <= 1 && name == "route":
		return &fileRoute{segments(folders[app+1:]), handlers}
	case app >= 0 && app <= 1 && name == "page":
		return &fileRoute{segments(folders[app+1:]), page}
	case pages >= 0 && pages <= 1 && !strings.HasPrefix(name, "_"):
		parts := segments(append(slices.Clone(folders[pages+1:]), name))
		if len(folders) > pages+1 && folders[pages+1] == "api" {
			return &fileRoute{parts, api}
		}
		return &fileRoute{parts, page}
	}
	return nil
}

// segments joins folder names to a route path: [id] and $id become :id, [...all] and $
// become *, (groups) and index are omitted.
func segments(folders []string) string {
	var parts []string
	for _, f := range folders {
		switch {
		case strings.HasPrefix(f, "(") && strings.HasSuffix(f, ")"), strings.HasPrefix(f, "@"),
			f == "index", f == "_index", f == "":
			continue
		case strings.HasPrefix(f, "[...") || strings.HasPrefix(f, "[[...") || f == "$":
			f = "*" + strings.Trim(f, "[].$")
		case strings.HasPrefix(f, "["):
			f = ":" + strings.Trim(f, "[]")
		case strings.HasPrefix(f, "$"):
			f = ":" + f[1:]
		}
		parts = append(parts, f)
	}
	return joinPath(parts...)
}
