package source

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var (
	ignoreSeed  = flag.Uint64("ignore-seed", 0, "seed of the first tree of TestWalkIgnoresWhatGitIgnores")
	ignoreTrees = flag.Uint64("ignore-trees", 300, "number of trees of TestWalkIgnoresWhatGitIgnores")
)

// TestWalkIgnoresWhatGitIgnores compares the walk of random trees with git check-ignore.
// The generator leaves out the rules that Tree does not apply: see its comment.
func TestWalkIgnoresWhatGitIgnores(t *testing.T) {
	git := newGit(t)
	trees := make([]ignoreTree, *ignoreTrees)
	for i := range trees {
		trees[i] = randomIgnoreTree(*ignoreSeed + uint64(i))
	}
	diffs, sum := git.compare(t, trees)
	failures := 0
	for i, diff := range diffs {
		if diff == "" {
			continue
		}
		if failures++; failures > 10 {
			t.Fatal("got more than 10 trees that differ from git, want none")
		}
		reduced := trees[i].reduced(func(smaller ignoreTree) bool {
			diffs, _ := git.compare(t, []ignoreTree{smaller})
			return diffs[0] != ""
		})
		diffs, _ := git.compare(t, []ignoreTree{reduced})
		seed := *ignoreSeed + uint64(i)
		t.Errorf(
			"-ignore-seed=%d -ignore-trees=1, reduced to\n%sgot a difference from git, want none:\n%s",
			seed, reduced, diffs[0],
		)
	}
	t.Logf("%d trees: %+v", len(trees), sum)
	if len(trees) < 100 {
		return
	}
	for what, n := range map[string]int{
		"excluded": sum.excluded, "re-included": sum.reincluded, "included": sum.included,
	} {
		if n < sum.paths/30 {
			t.Errorf("%d of %d paths are %s, want at least %d: the trees test too little", n, sum.paths, what, sum.paths/30)
		}
	}
}

// ignoreCounts are the numbers of paths by git's decision.
type ignoreCounts struct {
	paths, excluded, included int
	reincluded                int // by a negated pattern; a part of included
}

func (c *ignoreCounts) add(v verdict) {
	c.paths++
	switch {
	case v.excludes():
		c.excluded++
	case v.reincludes():
		c.reincluded++
		fallthrough
	default:
		c.included++
	}
}

// ignoreTree is a tree of files. Folders are those of the files.
type ignoreTree struct {
	files   []string
	ignores map[string]ignoreText // by folder, "." for the root
}

// ignoreText is the text of an ignore file.
type ignoreText struct {
	bom   bool
	lines []string // with their ends
}

func (f ignoreText) String() string {
	text := strings.Join(f.lines, "")
	if f.bom {
		text = "\ufeff" + text
	}
	return text
}

func (tree ignoreTree) String() string {
	var b strings.Builder
	for _, dir := range slices.Sorted(maps.Keys(tree.ignores)) {
		fmt.Fprintf(&b, "  %s: %q\n", path.Join(dir, ".gitignore"), tree.ignores[dir])
	}
	return b.String()
}

// folders returns all folders, "." for the root, outer ones first.
func (tree ignoreTree) folders() []string {
	seen := map[string]bool{}
	for _, file := range tree.files {
		for dir := path.Dir(file); dir != "."; dir = path.Dir(dir) {
			seen[dir] = true
		}
	}
	return append([]string{"."}, slices.Sorted(maps.Keys(seen))...)
}

// paths returns all files, and all folders but the root.
func (tree ignoreTree) paths() []string {
	return append(tree.folders()[1:], tree.files...)
}

// reduced removes lines of ignore files while the tree fails.
func (tree ignoreTree) reduced(fails func(ignoreTree) bool) ignoreTree {
	for {
		smaller, ok := tree.reducedOnce(fails)
		if !ok {
			return tree
		}
		tree = smaller
	}
}

func (tree ignoreTree) reducedOnce(fails func(ignoreTree) bool) (smaller ignoreTree, ok bool) {
	for _, dir := range slices.Sorted(maps.Keys(tree.ignores)) {
		text := tree.ignores[dir]
		for i := range text.lines {
			smaller = ignoreTree{files: tree.files, ignores: maps.Clone(tree.ignores)}
			if len(text.lines) == 1 {
				delete(smaller.ignores, dir)
			} else {
				lines := slices.Delete(slices.Clone(text.lines), i, i+1)
				smaller.ignores[dir] = ignoreText{bom: text.bom, lines: lines}
			}
			if fails(smaller) {
				return smaller, true
			}
		}
	}
	return tree, false
}

// write writes the tree to a folder.
func (tree ignoreTree) write(t *testing.T, root string) {
	t.Helper()
	write := func(name, text string) {
		name = filepath.Join(root, filepath.FromSlash(name))
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, dir := range tree.folders() {
		if err := os.Mkdir(filepath.Join(root, filepath.FromSlash(dir)), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range tree.files {
		write(file, "")
	}
	for dir, text := range tree.ignores {
		write(path.Join(dir, ".gitignore"), text.String())
	}
}

// git runs git check-ignore without the configuration of the machine and its user.
type git struct {
	dir string // of the repository
	env []string
}

func newGit(t *testing.T) git {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("names with stars and trailing spaces do not exist here")
	}
	home := t.TempDir()
	g := git{dir: filepath.Join(home, "git"), env: []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + home, "XDG_CONFIG_HOME=" + home,
		"GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + os.DevNull,
	}}
	init := exec.Command("git", "init", "-q", "--bare", "--template=", g.dir)
	init.Env = g.env
	if out, err := init.CombinedOutput(); err != nil {
		t.Fatalf("git init: %v\n%s", err, out)
	}
	return g
}

// verdict is git's decision about a path.
type verdict struct {
	pattern string // the deciding one; "" is none
	source  string // its file and line
}

func (v verdict) excludes() bool { return v.pattern != "" && !v.reincludes() }

func (v verdict) reincludes() bool { return strings.HasPrefix(v.pattern, "!") }

func (v verdict) String() string {
	if v.pattern == "" {
		return "no pattern matches"
	}
	return fmt.Sprintf("%q of %s", v.pattern, v.source)
}

// checkIgnore returns git's decisions about paths below a root, by path.
func (g git) checkIgnore(t *testing.T, root string, paths []string) map[string]verdict {
	t.Helper()
	var out, stderr bytes.Buffer
	check := exec.Command("git", "-c", "core.bare=false", "-c", "core.ignoreCase=false", "--git-dir", g.dir,
		"--work-tree", root, "check-ignore", "--no-index", "--stdin", "-z", "--verbose", "--non-matching")
	check.Dir, check.Env, check.Stdout, check.Stderr = root, g.env, &out, &stderr
	check.Stdin = strings.NewReader(strings.Join(paths, "\x00") + "\x00")
	err := check.Run()
	if exit := (*exec.ExitError)(nil); err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
		t.Fatalf("git check-ignore: %v\n%s", err, &stderr) // the exit code is 1 if no path is ignored
	}
	const fields = 4 // source, line, pattern, path
	records := strings.Split(strings.TrimSuffix(out.String(), "\x00"), "\x00")
	if len(records) != fields*len(paths) {
		t.Fatalf(
			"git check-ignore printed %d fields for %d paths, want %d for each\n%s",
			len(records), len(paths), fields, &stderr,
		)
	}
	verdicts := make(map[string]verdict, len(paths))
	for r := range slices.Chunk(records, fields) {
		verdicts[r[3]] = verdict{pattern: r[2], source: r[0] + ":" + r[1]}
	}
	return verdicts
}

// compare returns, by tree, the paths that the walk treats differently from git, or "".
func (g git) compare(t *testing.T, trees []ignoreTree) (diffs []string, counts ignoreCounts) {
	t.Helper()
	parent := t.TempDir()
	verdicts := g.verdicts(t, parent, trees)
	for i, tree := range trees {
		walked := walkedPaths(t, filepath.Join(parent, strconv.Itoa(i)))
		var diff strings.Builder
		for _, p := range tree.paths() {
			v := verdicts[path.Join(strconv.Itoa(i), p)]
			counts.add(v)
			if got, want := walked[p], !v.excludes(); got != want {
				fmt.Fprintf(&diff, "  %q: the walk includes it: %v, git: %v (%s)\n", p, got, want, v)
			}
		}
		diffs = append(diffs, diff.String())
	}
	return diffs, counts
}

// verdicts writes trees to the folders 0, 1, ... of parent and returns git's decisions by
// path below parent. One repository contains all of them: a process of git for each tree
// would take most of the time of the test.
func (g git) verdicts(t *testing.T, parent string, trees []ignoreTree) map[string]verdict {
	t.Helper()
	var paths []string
	for i, tree := range trees {
		tree.write(t, filepath.Join(parent, strconv.Itoa(i)))
		for _, p := range tree.paths() {
			paths = append(paths, path.Join(strconv.Itoa(i), p))
		}
	}
	return g.checkIgnore(t, parent, paths)
}

// walkedPaths returns the files and folders that the walk of a project includes.
func walkedPaths(t *testing.T, root string) map[string]bool {
	t.Helper()
	tree := NewTree(Roots{}, root, func(string) bool { return true })
	if _, err := tree.Update(t.Context()); err != nil {
		t.Fatal(err)
	}
	walked := map[string]bool{}
	for _, f := range tree.Files() {
		walked[f.Path] = true
	}
	for _, dir := range tree.Folders() {
		rel, err := filepath.Rel(root, dir)
		if err != nil {
			t.Fatal(err)
		}
		walked[filepath.ToSlash(rel)] = true
	}
	return walked
}

// ignoreGenerator makes random trees.
type ignoreGenerator struct{ *rand.Rand }

func randomIgnoreTree(seed uint64) ignoreTree {
	g := ignoreGenerator{rand.New(rand.NewPCG(seed, 1))}
	tree := ignoreTree{ignores: map[string]ignoreText{}}
	g.fill(&tree, ".", 0)
	for _, dir := range tree.folders() {
		if dir == "." || g.IntN(3) == 0 {
			tree.ignores[dir] = g.ignoreFile(tree, dir)
		}
	}
	return tree
}

// fill adds files below a folder. Folders are not hidden, since the walk skips those.
func (g ignoreGenerator) fill(tree *ignoreTree, dir string, depth int) {
	names := []string{
		"a", "b", "ab", "a.ts", "b.ts", "lib", "b1", "x y", "a ", "#a", "!a", "[a]", "a-b", "a*", "é", `a\`, "-",
		"]", "^", ".a",
	}
	g.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	for _, name := range names[:2+g.IntN(3)] {
		if sub := path.Join(dir, name); depth < 3 && g.IntN(5) < 2 && name[0] != '.' {
			g.fill(tree, sub, depth+1)
		} else {
			tree.files = append(tree.files, sub)
		}
	}
}

func (g ignoreGenerator) ignoreFile(tree ignoreTree, dir string) ignoreText {
	file := ignoreText{bom: g.IntN(10) == 0}
	for range 1 + g.IntN(5) {
		line := g.line(tree, dir)
		if g.IntN(5) == 0 {
			line += "\r"
		}
		file.lines = append(file.lines, line+"\n")
	}
	if g.IntN(3) == 0 {
		last := &file.lines[len(file.lines)-1]
		*last = strings.TrimSuffix(*last, "\n")
	}
	return file
}

// line returns a line of an ignore file, without its end. An escaped slash after stars is
// left out: see spansFolders.
func (g ignoreGenerator) line(tree ignoreTree, dir string) string {
	return strings.ReplaceAll(g.anyLine(tree, dir), `*\/`, "*/")
}

func (g ignoreGenerator) anyLine(tree ignoreTree, dir string) string {
	line := ""
	switch g.IntN(20) {
	case 0:
		return g.pick("", " ", "# comment", "#a", "/", "!", "!/", "\r", "\x00a", "a\x00b")
	case 1, 2, 3, 4:
		line = g.soup()
	default:
		line = g.abstracted(tree, dir)
	}
	if g.IntN(3) == 0 {
		line = "!" + line
	}
	if g.IntN(4) == 0 {
		line += "/"
	}
	if g.IntN(8) == 0 {
		line += g.pick(" ", "  ", `\ `, `\\ `, `\  `, ` \ `, "\t", `\`)
	}
	return line
}

func (g ignoreGenerator) pick(choices ...string) string { return choices[g.IntN(len(choices))] }

// soup returns a short sequence of special and ordinary characters.
func (g ignoreGenerator) soup() string {
	var b strings.Builder
	for range 1 + g.IntN(6) {
		b.WriteString(g.pick("a", "b", "lib", "/", "*", "**", "***", "?", ".", "-", "#", "!", " ", "é", `\`, "1",
			"[", "]", "^", "[ab]", "[!a]", "[^a-y]", "[]a]", "[a-", `[\]]`, "[[:alpha:]]", "[[:no:]]", "[[:"))
	}
	return b.String()
}

// abstracted returns a pattern made from a path below the folder, which it often matches.
func (g ignoreGenerator) abstracted(tree ignoreTree, dir string) string {
	var below []string
	for _, p := range tree.paths() {
		if rel, ok := strings.CutPrefix(p, dir+"/"); ok {
			below = append(below, rel)
		} else if dir == "." {
			below = append(below, p)
		}
	}
	segments := strings.Split(g.pick(below...), "/")
	for i := range segments {
		segments[i] = g.abstractedName(segments[i])
	}
	from := g.IntN(len(segments))
	if g.IntN(2) == 0 {
		from = 0
	}
	segments = segments[from:]
	if g.IntN(4) == 0 {
		at := g.IntN(len(segments) + 1)
		segments = slices.Insert(segments, at, g.pick("**", "**", "***", "*"))
	}
	pattern := strings.Join(segments, "/")
	if g.IntN(4) == 0 {
		pattern = "/" + pattern
	}
	return pattern
}

func (g ignoreGenerator) abstractedName(name string) string {
	switch g.IntN(8) {
	case 0:
		return g.pick("*", "*", "**", "?", "??")
	case 1, 2, 3:
		return g.escaped(name)
	case 4:
		return name // without escapes
	}
	at := g.IntN(len(name))
	before, c, after := name[:at], name[at:at+1], name[at+1:]
	return g.escaped(before) + g.class(c) + g.escaped(after)
}

// class returns a pattern that matches or excludes a byte.
func (g ignoreGenerator) class(c string) string {
	return g.pick("?", "*", "*", "**", c+"*", "*"+c, "["+c+"]", "[!"+c+"]", "[^"+c+"]", "["+c+"-"+c+"]",
		"[a-z]", "[!a-z]", "[!-~]", "[a-]", "[-"+c+"]", "[]"+c+"]", `[\`+c+"]", `[a-\`+c+"]", "[[:alnum:]]",
		"[^[:lower:][:digit:]]", "[[:punct:]]", "[[:xdigit:]-z]", "["+c, "[[:"+c+"]", "[z-a]", "[[:]"+c)
}

// escaped puts a backslash before the special characters, and before few others.
func (g ignoreGenerator) escaped(name string) string {
	var b strings.Builder
	for i := range len(name) {
		if strings.IndexByte(`*?[\#! `, name[i]) >= 0 && g.IntN(4) > 0 || g.IntN(20) == 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(name[i])
	}
	return b.String()
}
