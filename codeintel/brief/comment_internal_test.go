package brief

import (
	"strings"
	"testing"
)

func TestFileComment(t *testing.T) {
	for _, row := range []struct{ name, file, text, want string }{
		{"licence, then description", "index.ts", "/*\n * Copyright 2024 X\n */\n\n/**\n * Parses money. More.\n */\n\nimport 'a'\n", "Parses money."},
		{"only a licence", "index.ts", "/* @license MIT */\n\nexport {}\n", ""},
		{"comment of the first element", "index.ts", "/** Adds. */\nexport function add() {}\n", ""},
		{"tag of the file", "index.ts", "/**\n * @fileoverview Parses money.\n * @author X\n */\nexport {}\n", "Parses money."},
		{"linter directive", "index.js", "#!/usr/bin/env node\n/* eslint-disable no-console */\n\nfoo()\n", ""},
		{"editor modeline", "index.js", "// vim: set ts=2:\n\nfoo()\n", ""},
		{"section heading", "index.ts", "// Core API ------\n\nexport {}\n", ""},
		{"docstring after coding line", "__init__.py", "# -*- coding: utf-8 -*-\n# Copyright X\n\"\"\"Parses money.\n\nMore.\n\"\"\"\n", "Parses money."},
		{"comment in Python", "__init__.py", "# Exports.\nfrom .a import b\n", ""},
		{"Rust module", "lib.rs", "//! Parses money.\nuse a;\n", "Parses money."},
	} {
		t.Run(row.name, func(t *testing.T) {
			if got := fileComment(row.file, row.text); got != row.want {
				t.Errorf("got %q, want %q", got, row.want)
			}
		})
	}
}

func TestPackageComment(t *testing.T) {
	for _, row := range []struct{ name, text, want string }{
		{"licence apart", "// Copyright X\n\n// Package a adds numbers. More.\npackage a\n", "Package a adds numbers."},
		{"licence attached", "// Copyright X\n// Licensed under Y.\npackage a\n", ""},
		{"build constraint", "//go:build linux\n\npackage a\n", ""},
		{"comment of a later declaration", "package a\n\n// F adds.\nfunc F() {}\n", ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			if got := packageComment(row.text); got != row.want {
				t.Errorf("got %q, want %q", got, row.want)
			}
		})
	}
}

func TestIntroducingParagraph(t *testing.T) {
	for _, row := range []struct{ name, text, want string }{
		{"badges and news first", "# Shop\n\n[![x](y)](z)\n\nWe released 2.0!\n\n**Shop** is a [store](x). It sells. More.\n", "Shop is a store. It sells."},
		{"sponsors", "# Shop\n\nShop is an open source project that sponsors support.\n", ""},
		{"list", "# Shop\n\n- shop is in a list\n", ""},
		{"code", "```\nshop is code\n```\n", ""},
		{"reStructuredText", "Shop\n====\n\n.. image:: x\n\nThe shop is a `store <x>`_.\n", "The shop is a store."},
	} {
		t.Run(row.name, func(t *testing.T) {
			got := ""
			for _, p := range paragraphs(row.text) {
				if introduces(strings.ToLower(p), "shop") {
					got = sentences(p, 2)
					break
				}
			}
			if got != row.want {
				t.Errorf("got %q, want %q", got, row.want)
			}
		})
	}
}
