package brief

import (
	"path"
	"regexp"
	"slices"
	"strings"
)

// commands finds the commands that the project's Makefile, package.json, tox settings or
// pyproject.toml declare, and those of the go command if a go.mod exists. The first that is
// found for a purpose counts.
func (b *builder) commands() {
	b.makeTargets()
	b.npmScripts()
	b.pythonTests()
	if _, ok := b.snapshot.Text("go.mod"); ok {
		b.command("build", "go build ./...", "go.mod")
		b.command("test", "go test ./...", "go.mod")
	}
	purposes := []string{"build", "test", "lint", "run"}
	slices.SortStableFunc(b.brief.Commands, func(x, y Command) int {
		return slices.Index(purposes, x.Purpose) - slices.Index(purposes, y.Purpose)
	})
}

// command adds a command unless there is one for the purpose.
func (b *builder) command(purpose, command, file string) {
	for _, c := range b.brief.Commands {
		if c.Purpose == purpose {
			return
		}
	}
	b.brief.Commands = append(b.brief.Commands, Command{purpose, command, file})
}

// wellKnown are the names of targets and scripts for a purpose, the most common first.
type wellKnown struct {
	purpose string
	names   []string
}

func wellKnownNames() []wellKnown {
	return []wellKnown{
		{"build", []string{"build", "all", "compile"}},
		{"test", []string{"test", "tests", "check"}},
		{"lint", []string{"lint", "vet", "typecheck"}},
		{"run", []string{"run", "dev", "start", "serve"}},
	}
}

var (
	makeTarget  = regexp.MustCompile(`(?m)^([A-Za-z0-9_-]+)[ \t]*:(?:[^=]|$)`)
	makeInclude = regexp.MustCompile(`(?m)^-?include[ \t]+([\w./-]+)[ \t]*$`)
	makePrefix  = regexp.MustCompile(`(?m)^%:[ \t]*([A-Za-z0-9_-]*)%`)
)

// makeTargets reads the Makefile and the files of the project that it includes directly.
func (b *builder) makeTargets() {
	name, text := b.document(".", "GNUmakefile", "makefile", "Makefile")
	declared := map[string]string{} // target: file
	read := func(file, text string) {
		for _, m := range makeTarget.FindAllStringSubmatch(text, -1) {
			if declared[m[1]] == "" {
				declared[m[1]] = file
			}
		}
	}
	read(name, text)
	var included strings.Builder
	for _, m := range makeInclude.FindAllStringSubmatch(text, -1) {
		if path.IsAbs(m[1]) || strings.Contains(m[1], "..") {
			continue
		}
		_, more := b.document(".", m[1])
		included.WriteString(more + "\n")
		read(m[1], more)
	}
	// A rule such as "%: common-%" gives each target with the prefix a short name.
	for _, m := range makePrefix.FindAllStringSubmatch(text+"\n"+included.String(), -1) {
		for target, file := range declared {
			if short, ok := strings.CutPrefix(target, m[1]); ok && declared[short] == "" && m[1] != "" {
				declared[short] = file
			}
		}
	}
	for _, w := range wellKnownNames() {
		for _, target := range w.names {
			if file := declared[target]; file != "" {
				b.command(w.purpose, "make "+target, file)
			}
		}
	}
}

func (b *builder) npmScripts() {
	scripts := table(b.npm["."], "scripts")
	if scripts == nil {
		return
	}
	manager := b.packageManager()
	for _, w := range wellKnownNames() {
		for _, name := range w.names {
			if _, ok := scripts[name].(string); ok {
				b.command(w.purpose, manager+" run "+name, "package.json")
			}
		}
	}
}

// packageManager returns the program that runs the scripts of package.json.
func (b *builder) packageManager() string {
	stated, _ := b.npm["."]["packageManager"].(string)
	name, _, _ := strings.Cut(stated, "@")
	if slices.Contains([]string{"npm", "pnpm", "yarn", "bun"}, name) {
		return name
	}
	for _, lock := range []struct{ file, manager string }{
		{"pnpm-lock.yaml", "pnpm"}, {"yarn.lock", "yarn"}, {"bun.lock", "bun"},
	} {
		if b.exists(lock.file) {
			return lock.manager
		}
	}
	return "npm"
}

func (b *builder) pythonTests() {
	const pyproject = "pyproject.toml"
	if table(b.pyproject, "tool", "tox") != nil {
		b.command("test", "tox", pyproject)
	}
	if name, text := b.document(".", "tox.ini"); strings.Contains(text, "[testenv") {
		b.command("test", "tox", name)
	}
	if table(b.pyproject, "tool", "pytest") != nil {
		b.command("test", "pytest", pyproject)
	}
	if name, _ := b.document(".", "pytest.ini"); name != "" {
		b.command("test", "pytest", name)
	}
}
