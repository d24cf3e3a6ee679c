package patterns

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// asyncFunction records an async function, method or generator.
func (f *Finder) asyncFunction(n *syntax.FunctionDef) {
	if !n.Async {
		return
	}
	name := "async function"
	if len(f.Classes) > 0 {
		name = "async method"
	}
	if yields(n.Body) {
		name = "async generator"
	}
	f.pattern(facts.PatternAsync, name, n)
}

// yields reports whether a body contains a yield outside nested functions.
func yields(body []syntax.Stmt) bool {
	found := false
	for _, s := range body {
		syntax.Inspect(s, func(n syntax.Node) bool {
			switch n.(type) {
			case *syntax.FunctionDef, *syntax.ClassDef, *syntax.Lambda:
				return false
			case *syntax.Yield, *syntax.YieldFrom:
				found = true
			}
			return !found
		})
	}
	return found
}

func (f *Finder) asyncBlock(async bool, name string, n syntax.Node) {
	if async {
		f.pattern(facts.PatternAsync, name, n)
	}
}

// asyncCalls maps the functions that create, run and combine tasks, threads and processes to
// their module; "" means any module.
var asyncCalls = map[string]string{ //nolint:gochecknoglobals // never written
	"gather": "asyncio", "create_task": "asyncio", "ensure_future": "asyncio", "wait": "asyncio",
	"wait_for": "asyncio", "as_completed": "asyncio", "run": "asyncio", "run_until_complete": "",
	"run_in_executor": "", "to_thread": "asyncio", "run_coroutine_threadsafe": "asyncio",
	"TaskGroup": "asyncio", "Queue": "asyncio", "Semaphore": "asyncio",
	"timeout":           "asyncio",
	"create_task_group": "anyio", "open_nursery": "trio", "start_soon": "",
	"Thread": "threading", "ThreadPoolExecutor": "", "ProcessPoolExecutor": "", "Process": "multiprocessing",
	"Pool": "multiprocessing",
}

// asyncCall records a call of one of [asyncCalls].
func (f *Finder) asyncCall(c *call) {
	module, ok := asyncCalls[c.name]
	if !ok {
		return
	}
	name := c.name
	if module != "" {
		receiver := c.receiver()
		switch {
		case receiver == module:
		case receiver == "" && f.importsFrom(module, c.name):
		case c.name == "create_task" && (receiver == "loop" || receiver == "tg" ||
			strings.HasSuffix(receiver, "group")):
			module = receiver
		default:
			return
		}
		name = module + "." + name
	}
	f.pattern(facts.PatternAsync, name, c.node)
}
