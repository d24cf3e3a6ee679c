package main

import (
	"fmt"
	"os"
)

// version is set by the linker.
var version = "dev"

// build identifies this build of the program. The cache uses it, because the analysis
// results of two builds can differ.
func build() string {
	self, err := os.Executable()
	if err != nil {
		return version
	}
	info, err := os.Stat(self)
	if err != nil {
		return version
	}
	return fmt.Sprintf("%s %d %d", version, info.Size(), info.ModTime().UnixNano())
}
