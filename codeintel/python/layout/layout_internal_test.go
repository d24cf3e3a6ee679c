package layout

import (
	"testing"

	"github.com/coderef-system/coderefd/codeintel/python/settings"
)

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
	inPackages := []string{
		"app/__init__.py", "app/common.py", "app/redis.py", "app/scripts/__init__.py", "app/scripts/run.py",
		"app/scripts/sibling.py", "app/scripts/celery.py", "app/scripts/queue.py",
	}
	tests := []string{
		"tests/conftest.py", "tests/support.py", "tests/unit/test_a.py", "tests/pkg/__init__.py", "tests/pkg/test_b.py",
		"checks/fixtures.py", "checks/test_c.py", "lib/code.py",
	}
	twins := []string{"a/core/__init__.py", "a/use.py", "b/core/__init__.py", "tests/test_x.py"}
	renamed := []string{"source/__init__.py", "source/cart.py", "tests/t.py"}
	spaces := []string{"tools/run.py", "tools/helpers/deep.py", "other/run.py"}
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
		{"module in the folder of another script", flat, nil, "top.py", 0, "helper", Location{missing: true}},
		{
			"script in a package", inPackages, nil, "app/scripts/run.py", 0, "sibling",
			Location{File: "app/scripts/sibling.py"},
		},
		{
			"script in a package, module of the package above", inPackages, nil, "app/scripts/run.py", 0, "common",
			Location{File: "app/common.py"},
		},
		{"script that has the name of a module", inPackages, nil, "app/redis.py", 0, "redis", Location{External: "redis"}},
		{
			"required distribution with the name of a sibling", inPackages, nil, "app/scripts/run.py", 0, "celery",
			Location{External: "celery"},
		},
		{
			"standard module with the name of a sibling", inPackages, nil, "app/scripts/run.py", 0, "queue",
			Location{External: "queue"},
		},
		{
			"module beside conftest, from a folder of tests", tests, nil, "tests/unit/test_a.py", 0, "support",
			Location{File: "tests/support.py"},
		},
		{
			"module beside a test package", tests, nil, "tests/pkg/test_b.py", 0, "support",
			Location{File: "tests/support.py"},
		},
		{
			"module in another folder of tests", tests, nil, "tests/unit/test_a.py", 0, "fixtures",
			Location{File: "checks/fixtures.py"},
		},
		{"module in a folder of tests, from other code", tests, nil, "lib/code.py", 0, "fixtures", Location{missing: true}},
		{"one of two packages in other roots", twins, nil, "tests/test_x.py", 0, "core", Location{missing: true}},
		{"one of two packages, the other is nearer", twins, nil, "a/use.py", 0, "core", Location{File: "a/core/__init__.py"}},
		{
			"name of a package that settings rename", renamed, nil, "tests/t.py", 0, "shop.cart",
			Location{File: "source/cart.py"},
		},
		{"missing module of a renamed package", renamed, nil, "tests/t.py", 0, "shop.none", Location{missing: true}},
		{
			"folder without __init__ beside a script", spaces, nil, "tools/run.py", 0, "helpers",
			Location{Dir: "tools/helpers"},
		},
		{
			"folder without __init__ far away", spaces, nil, "other/run.py", 0, "helpers.deep",
			Location{missing: true},
		},
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
		t.Run(test.name, func(t *testing.T) {
			l := New("/home/shop", test.files, settings.Settings{
				Roots: test.named, Packages: map[string]string{"shop": "source"}, Requires: map[string]bool{"celery": true},
			})
			if got := l.Resolve(test.from, test.level, test.dotted); got != test.want {
				t.Errorf("location of %s from %s: got %+v, want %+v", test.dotted, test.from, got, test.want)
			}
		})
	}
}
