package settings

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestSettingsOfCommonFiles checks the settings read from the files of common tools.
func TestSettingsOfCommonFiles(t *testing.T) {
	for _, test := range []struct {
		name, file, text string
		want             File
	}{
		{
			"setuptools, find", "pyproject.toml", "[tool.setuptools.packages.find]\nwhere = [\"src\", 'lib']  # \"not\"\n",
			File{Roots: []string{"src", "lib"}},
		},
		{
			"setuptools, package-dir", "pyproject.toml",
			"[build-system]\nrequires = ['setuptools']\n[tool.setuptools.package-dir]\n\"\" = \"source\"\nshop = 'lib/shop'\n",
			File{
				Roots: []string{"source"}, Packages: map[string]string{"shop": "lib/shop"},
				Requires: []string{"setuptools"}, IsBuild: true,
			},
		},
		{
			"Poetry", "a/pyproject.toml",
			"[tool.poetry]\npackages = [{ include = \"x\", from = \"py\" }]\n[tool.poetry.dependencies]\nPython-DateUtil = '*'\n",
			File{Roots: []string{"a/py"}, Requires: []string{"dateutil"}, IsBuild: true},
		},
		{
			"Hatch", "pyproject.toml",
			"[tool.hatch.build.targets.wheel]\npackages = ['lib/shop']\n[tool.hatch.build.targets.sdist.sources]\n'code/y' = 'z'\n",
			File{Roots: []string{"lib"}, Packages: map[string]string{"z": "code/y"}},
		},
		{
			"PDM, uv, Maturin and scikit-build", "pyproject.toml",
			"[tool.pdm.build]\npackage-dir = 'a'\n[tool.uv.build-backend]\nmodule-root = 'b'\n" +
				"[tool.maturin]\npython-source = 'c'\n[tool.scikit-build]\nwheel.packages = ['d/e']\n",
			File{Roots: []string{"a", "b", "c", "d"}},
		},
		{
			"pytest and type checkers", "pyproject.toml",
			"[tool.pytest.ini_options]\npythonpath = [\"tests/lib\"]\n[tool.pyright]\nextraPaths = ['typings']\n" +
				"[tool.mypy]\nmypy_path = 'one:two'\n[tool.ruff]\nsrc = ['/abs', '../out', 'in']\n",
			File{Roots: []string{"tests/lib", "typings", "one", "two", "in"}},
		},
		{
			"requirements", "pyproject.toml",
			"[project]\ndependencies = [\n  'celery[redis] >= 5 ; python_version > \"3\"',\n  'x @ https://y',\n]\n" +
				"[project.optional-dependencies]\ntest = ['pytest']\n[dependency-groups]\ndev = ['tox', {include-group = 'x'}]\n",
			File{Requires: []string{"celery", "x", "pytest", "tox"}, IsBuild: true},
		},
		{
			"setup.cfg", "setup.cfg",
			"[options]\npackage_dir =\n    = src\n    shop = lib\ninstall_requires =\n    flask>=2 # web\n" +
				"[options.packages.find]\nwhere = src\n[tool:pytest]\npythonpath = tests extra\n",
			File{
				Roots: []string{"src", "src", "tests", "extra"}, Packages: map[string]string{"shop": "lib"},
				Requires: []string{"flask"}, IsBuild: true,
			},
		},
		{
			"setup.py", "setup.py",
			"setup(package_dir={'': 'src', 'a': 'b', **more}, packages=find_packages('lib', exclude=['tests']),\n" +
				"  install_requires=['six', version()])",
			File{Roots: []string{"src", "lib"}, Packages: map[string]string{"a": "b"}, Requires: []string{"six"}, IsBuild: true},
		},
		{"setup.py without folders", "setup.py", "setup(packages=find_packages(exclude=['tests']))", File{IsBuild: true}},
		{"pytest.ini", "pytest.ini", "[pytest]\npythonpath = . src\n", File{Roots: []string{".", "src"}}},
		{"tox.ini", "tox.ini", "[testenv]\ndeps =\n    mock\n    -r dev.txt\n", File{Requires: []string{"mock"}}},
		{
			"requirements file", "requirements/dev.txt", "# pip\n-r base.txt\nPy-Redis==5\ngit+https://x\n./local\n",
			File{Requires: []string{"redis"}},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := Read(test.file, test.text)
			if err != nil {
				t.Fatalf("got error %v, want none", err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("settings (-want +got):\n%s", diff)
			}
		})
	}
}

// TestSyntaxErrorHasLine checks that the error for a file with a syntax error has the line of
// the syntax error.
func TestSyntaxErrorHasLine(t *testing.T) {
	_, err := Read("pyproject.toml", "[project]\nname = \n")
	if err == nil {
		t.Fatal("got no error, want one")
	}
	if got := ErrorLine(err); got != 2 {
		t.Errorf("got line %d of error %v, want 2", got, err)
	}
}
