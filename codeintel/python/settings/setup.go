package settings

import (
	"github.com/coderef-system/coderefd/codeintel/python/parser"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// setup reads the literal arguments in setup.py.
func (r *reader) setup(text string) {
	m, _ := parser.Parse(text)
	r.IsBuild = true
	m.Inspect(func(n syntax.Node) bool {
		c, ok := n.(*syntax.Call)
		if !ok {
			return true
		}
		switch syntax.LastName(c.Func) {
		case "setup":
			for _, k := range c.Keywords {
				r.setupArgument(m, k.Name.Name, k.Value)
			}
		case "find_packages", "find_namespace_packages":
			if len(c.Args) > 0 {
				r.literalRoot(m, c.Args[0])
			}
			for _, k := range c.Keywords {
				if k.Name.Name == "where" {
					r.literalRoot(m, k.Value)
				}
			}
		}
		return true
	})
}

func (r *reader) setupArgument(m *syntax.Module, name string, value syntax.Expr) {
	switch name {
	case "package_dir":
		d, ok := value.(*syntax.Dict)
		if !ok {
			return
		}
		for i, k := range d.Keys {
			of, ok := m.StringValue(k)
			folder, isText := m.StringValue(d.Values[i])
			if ok && isText {
				r.pack(of, folder)
			}
		}
	case "install_requires", "tests_require", "setup_requires", "extras_require":
		syntax.Inspect(value, func(n syntax.Node) bool {
			if c, ok := n.(*syntax.Constant); ok {
				if text, ok := m.StringValue(c); ok {
					r.require(text)
				}
			}
			return true
		})
	}
}

func (r *reader) literalRoot(m *syntax.Module, e syntax.Expr) {
	if text, ok := m.StringValue(e); ok {
		r.root(text)
	}
}
