package platform

import (
	"go/build"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// Platform is the target of a build.
type Platform struct {
	goos, Goarch string
	Cgo          bool
	tags         string // further build tags, separated by commas
}

// Host returns the platform of this machine.
func Host() Platform {
	// Cgo is enabled regardless of CGO_ENABLED, because results must not depend on how this
	// program was started.
	return Platform{goos: build.Default.GOOS, Goarch: build.Default.GOARCH, Cgo: true}
}

// hasTag reports whether a build tag is set.
func (p Platform) hasTag(tag string) bool {
	switch tag {
	case p.goos, p.Goarch, "gc":
		return true
	case "cgo":
		return p.Cgo
	case "unix":
		return slices.Contains(unixSystems(), p.goos)
	case "linux":
		return p.goos == "android"
	case "solaris":
		return p.goos == "illumos"
	case "darwin":
		return p.goos == "ios"
	}
	if minor, ok := strings.CutPrefix(tag, "go1."); ok {
		n, err := strconv.Atoi(minor)
		return err == nil && n <= goMinor()
	}
	return tag != "" && slices.Contains(strings.Split(p.tags, ","), tag)
}

// goMinor returns the minor version of the Go release that contains the type checker.
func goMinor() int {
	version, _, _ := strings.Cut(strings.TrimPrefix(runtime.Version(), "go1."), ".")
	if n, err := strconv.Atoi(version); err == nil {
		return n
	}
	return len(build.Default.ReleaseTags)
}

func unixSystems() []string {
	return []string{
		"aix", "android", "darwin", "dragonfly", "freebsd", "hurd", "illumos", "ios", "linux", "netbsd", "openbsd",
		"solaris",
	}
}

// systems returns the names of operating systems that a file name can end in.
func systems() []string {
	return append([]string{"js", "nacl", "plan9", "wasip1", "windows", "zos"}, unixSystems()...)
}

// architectures returns the names of architectures that a file name can end in.
func architectures() []string {
	return []string{
		"386", "amd64", "amd64p32", "arm", "armbe", "arm64", "arm64be", "loong64", "mips", "mipsle", "mips64",
		"mips64le", "mips64p32", "mips64p32le", "ppc", "ppc64", "ppc64le", "riscv", "riscv64", "s390", "s390x",
		"sparc", "sparc64", "wasm",
	}
}
