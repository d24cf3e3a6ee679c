package brace

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// ofCall notes calls by which frameworks and libraries are told something.
func (in *inspector) ofCall(i, d int, w string) {
	open := i + 1
	if in.is(open, "<") {
		open = in.angle(open, min(len(in.tokens), open+200))
	}
	if !in.is(open, "(") {
		if in.interpolated && w == "Mock" && in.is(i-1, "new") {
			in.found(facts.PatternTest, "mock", d, i, i)
		}
		if in.separators && (w == "thread" || w == "jthread") && in.is(i-2, "std") && in.isName(open) {
			in.found(facts.PatternAsync, "std::"+w, d, i, i)
		}
		return
	}
	in.routeCall(i, open, d, w)
	if kind, name := in.told(i, w); kind != "" {
		in.found(kind, name, d, i, i)
	}
}

// told returns the pattern that a call of w is, or "".
func (in *inspector) told(i int, w string) (kind, name string) {
	switch {
	case in.interpolated:
		return in.toldCSharp(i, w)
	case in.textBlocks:
		return in.toldJava(i, w)
	case in.lifetimes:
		switch {
		case w == "spawn" || w == "spawn_blocking", w == "channel" && in.is(i-1, "::"), w == "join_all" || w == "try_join_all":
			return facts.PatternAsync, in.path(i)
		}
	case in.defines:
		return in.toldNative(i, w)
	}
	return "", ""
}

func (in *inspector) toldCSharp(i int, w string) (kind, name string) {
	member := in.isOne(i-1, ".", "?.")
	switch {
	case member && (strings.HasPrefix(w, "AddScoped") || strings.HasPrefix(w, "AddSingleton") || strings.HasPrefix(w, "AddTransient")),
		member && (w == "GetRequiredService" || w == "GetService"):
		return facts.PatternInjection, w
	case member && (w == "WhenAll" || w == "WhenAny" || w == "Run") && in.is(i-2, "Task"):
		return facts.PatternAsync, "Task." + w
	case member && strings.HasPrefix(w, "ForEach") && in.is(i-2, "Parallel"):
		return facts.PatternAsync, "Parallel." + w
	case w == "Mock" && in.is(i-1, "new"), member && w == "For" && in.is(i-2, "Substitute"):
		return facts.PatternTest, "mock"
	}
	return "", ""
}

func (in *inspector) toldJava(i int, w string) (kind, name string) {
	switch {
	case w == "supplyAsync" || w == "runAsync", w == "allOf" && in.is(i-2, "CompletableFuture"), w == "anyOf" && in.is(i-2, "CompletableFuture"):
		return facts.PatternAsync, "CompletableFuture." + w
	case w == "Thread" && in.is(i-1, "new"):
		return facts.PatternAsync, "new Thread"
	case in.is(i-1, ".") && strings.HasSuffix(w, "Listener") && (strings.HasPrefix(w, "add") || strings.HasPrefix(w, "set")):
		return facts.PatternHandler, w
	case (w == "mock" || w == "spy") && (!in.is(i-1, ".") || in.is(i-2, "Mockito")):
		return facts.PatternTest, w
	case in.is(i-1, ".") && w == "getBean":
		return facts.PatternInjection, w
	}
	return "", ""
}

func (in *inspector) toldNative(i int, w string) (kind, name string) {
	std := in.is(i-1, "::") && in.is(i-2, "std")
	switch {
	case std && (w == "async" || w == "thread" || w == "jthread"):
		return facts.PatternAsync, "std::" + w
	case w == "pthread_create":
		return facts.PatternAsync, w
	case w == "signal" && in.isName(i+2) && in.is(i+3, ",") && !in.isOne(i-1, ".", "->"):
		return facts.PatternHandler, "signal " + in.word(i+2)
	case w == "setjmp" || w == "longjmp":
		return facts.PatternErrors, w
	case w == "MOCK_METHOD":
		return facts.PatternTest, "mock"
	}
	return "", ""
}
