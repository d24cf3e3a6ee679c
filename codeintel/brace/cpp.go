package brace

// cpp is C++.
var cpp = &dialect{ //nolint:gochecknoglobals // never written
	name: "cpp", preprocessor: true, defines: true, separators: true, rawString: cppRaw,
	read: readNative,
	flow: flow{words: nativeFlow(), ternary: true},
	uses: nativeUses,
}

// nativeFlow are the words of C and C++ that steer.
func nativeFlow() map[string]control {
	return map[string]control{
		"if": branch, "for": loop, "while": loop, "do": repeat, "switch": choice, "case": label, "catch": handler,
		"else": another, "try": plain, "goto": jump,
	}
}
