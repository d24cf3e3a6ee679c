package mcpserver

import "path/filepath"

// allow refuses arguments that name a project or file outside of the roots. What
// is no absolute path is the business of whoever reads the argument.
func (t *tools) allow(args arguments) error {
	for _, name := range []string{"project_path", "path", "output_path", "index_path"} {
		p, err := args.text(name)
		if err != nil {
			return err
		}
		if filepath.IsAbs(p) && !t.roots.Allows(p) {
			return &toolError{
				Code: codeOutsideRoots, Message: name + " lies outside of the folders this server may look at: " + p,
				Hint: "the server's --root flags name these folders",
			}
		}
	}
	return nil
}
