package layout

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestConfiguredRootsOfCommonFiles checks the root folders read from common configuration
// files.
func TestConfiguredRootsOfCommonFiles(t *testing.T) {
	for _, test := range []struct {
		file, text string
		want       []string
	}{
		{
			"pyproject.toml", "[tool.setuptools.packages.find]\nwhere = [\"src\", 'lib']  # \"not\"\n",
			[]string{"src", "lib"},
		},
		{"pyproject.toml", "[tool.setuptools.package-dir]\n\"\" = \"source\"\n", []string{"source"}},
		{"a/pyproject.toml", "packages = [{ include = \"x\", from = \"py\" }]\n", []string{"a/py"}},
		{
			"pyproject.toml",
			"[tool.maturin]\npython-source = \"python\"\n[tool.pytest.ini_options]\npythonpath = [\"tests/lib\"]\n",
			[]string{"python", "tests/lib"},
		},
		{"setup.cfg", "[options]\npackage_dir =\n    = src\n[options.packages.find]\nwhere = src\n", []string{"src"}},
		{
			"setup.py", "setup(package_dir={'': 'src'}, packages=find_packages('src', exclude=['tests']))",
			[]string{"src"},
		},
		{"setup.py", "setup(packages=find_packages(exclude=['tests']))", nil},
		{"setup.py", "setup(name='x')", nil},
	} {
		if diff := cmp.Diff(test.want, ConfiguredRoots(test.file, test.text)); diff != "" {
			t.Errorf("roots in %s %q (-want +got):\n%s", test.file, test.text, diff)
		}
	}
}

// TestResolveInCommonLayouts checks the locations of imports in common project layouts.
func TestResolveInCommonLayouts(t *testing.T) {
	flat := []string{
		"pkg/__init__.py", "pkg/a.py", "pkg/sub/__init__.pyi", "pkg/sub/b.py", "pkg/a.pyi", "top.py",
		"types.py", "tests/test_x.py", "tests/helper.py", "tests/json.py",
	}
	mono := []string{
		"one/src/lib/__init__.py", "one/src/lib/x.py", "one/tests/__init__.py", "one/tests/t.py",
		"two/lib/__init__.py", "two/lib/y.py", "two/use.py", "space/deep/m.py", "space/src/ns/z.py",
	}
	inside := []string{"__init__.py", "app.py", "cli/__init__.py", "cli/run.py"}
	for _, test := range []struct {
		name   string
		files  []string
		named  []string
		from   string
		level  int
		dotted string
		want   Location
	}{
		{"module", flat, nil, "top.py", 0, "pkg.a", Location{File: "pkg/a.py"}},
		{"package", flat, nil, "top.py", 0, "pkg", Location{File: "pkg/__init__.py"}},
		{"stub package", flat, nil, "top.py", 0, "pkg.sub", Location{File: "pkg/sub/__init__.pyi"}},
		{"relative import", flat, nil, "pkg/sub/b.py", 2, "a", Location{File: "pkg/a.py"}},
		{"own package", flat, nil, "pkg/a.py", 1, "", Location{File: "pkg/__init__.py"}},
		{"relative import of a missing module", flat, nil, "pkg/a.py", 1, "none", Location{missing: true}},
		{"missing module of the project", flat, nil, "top.py", 0, "pkg.none", Location{missing: true}},
		{"module outside the project", flat, nil, "top.py", 0, "requests.api", Location{External: "requests.api"}},
		{
			"module in the folder of a script", flat, nil, "tests/test_x.py", 0, "helper",
			Location{File: "tests/helper.py"},
		},
		{"module in the folder of another script", flat, nil, "top.py", 0, "helper", Location{External: "helper"}},
		{
			"standard module shadowed by a file", flat, nil, "tests/test_x.py", 0, "json",
			Location{File: "tests/json.py"},
		},
		{"standard module", flat, nil, "pkg/a.py", 0, "json", Location{External: "json"}},
		{"nearest of two packages", mono, nil, "one/tests/t.py", 0, "lib.x", Location{File: "one/src/lib/x.py"}},
		{
			"nearest of two packages, from the other folder", mono, nil, "two/use.py", 0, "lib.y",
			Location{File: "two/lib/y.py"},
		},
		{"folder without __init__", mono, nil, "two/use.py", 0, "space.deep", Location{Dir: "space/deep"}},
		{
			"module in a folder without __init__", mono, nil, "two/use.py", 0, "space.deep.m",
			Location{File: "space/deep/m.py"},
		},
		{"module in src", mono, nil, "two/use.py", 0, "ns.z", Location{File: "space/src/ns/z.py"}},
		{
			"configured root folder", mono,
			[]string{"space"},
			"two/use.py", 0, "deep.m",
			Location{File: "space/deep/m.py"},
		},
		{"project is a package", inside, nil, "cli/run.py", 0, "shop.app", Location{File: "app.py"}},
		{"project is a package, relative import", inside, nil, "cli/run.py", 2, "app", Location{File: "app.py"}},
		{"project package", inside, nil, "cli/run.py", 0, "shop", Location{File: "__init__.py"}},
	} {
		if got := New("/home/shop", test.files, test.named).Resolve(test.from, test.level,
			test.dotted); got != test.want {
			t.Errorf("%s: got %+v, want %+v", test.name, got, test.want)
		}
	}
}
