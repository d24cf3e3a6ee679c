package coderef2

import "testing"

func TestTagsAreLinesWithOneReference(t *testing.T) {
	for line, want := range map[string]bool{
		"// @Fn/auth/login#authenticate:24": true,
		"\t//@Fn/a.ts#f\r\n":                true,
		"# @M/a.py#C.m:3{status=active}":    true,
		"// see @Fn/a.ts#f":                 false,
		"// @Fn/a.ts#f and more":            false,
		"// @File/a.ts":                     false,
		"// @coderef{a.ts:f}":               false,
		"// @param x":                       false,
		"/* @Fn/a.ts#f */":                  false,
		"//":                                false,
		"x":                                 false,
	} {
		if _, ok := ParseTag(line); ok != want || IsTag(line) != want {
			t.Errorf("%q: got ParseTag %v, IsTag %v; want %v", line, ok, IsTag(line), want)
		}
	}
	for line, want := range map[string]bool{"@Fn/a.ts#f:3": true, "see @Fn/a.ts#f:3": false} {
		if got := IsTag(line); got != want {
			t.Errorf("IsTag(%q), without comment marks: got %v, want %v", line, got, want)
		}
	}
}
