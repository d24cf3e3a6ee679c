package main

import (
	"flag"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/coderef-system/coderefd/codeintel/cache"
	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/source"
)

// The defaults of the index.
const (
	defaultMemoryMiB = 2048
	defaultCacheMiB  = 1024
)

// indexFlags declares the flags that tell what the engine works with, and returns
// what makes them so once they are parsed.
func indexFlags(flags *flag.FlagSet) func(*slog.Logger) (index.Options, error) {
	var roots []string
	flags.Func("root", "folder below which projects may lie; may be given several times. Nothing outside is read or written,\n"+
		"but for what an installed Go toolchain has. Without it, any project may be asked about", func(dir string) error {
		roots = append(roots, dir)
		return nil
	})
	cacheDir := flags.String("cache-dir", defaultCacheDir(), "folder that keeps what was learned of projects across restarts; empty: none")
	cacheMiB := flags.Int64("cache-limit", defaultCacheMiB, "most MiB that the cache folder takes")
	memoryMiB := flags.Int64("memory-limit", defaultMemoryMiB, "MiB of memory above which the projects not used for longest are given up")
	watch := flags.Bool("watch", true, "take up changes of files as they happen, while a project is in use; answers are never older than the files either way")
	return func(logger *slog.Logger) (index.Options, error) {
		o := index.Options{MemoryLimit: *memoryMiB << 20, Log: logger, Watch: *watch}
		var err error
		if o.Roots, err = source.NewRoots(roots); err != nil {
			return o, err
		}
		if *cacheMiB < 1 || *memoryMiB < 1 {
			return o, fmt.Errorf("-cache-limit and -memory-limit must be positive")
		}
		if *cacheDir == "" {
			return o, nil
		}
		kept, err := cache.Open(*cacheDir, build(), *cacheMiB<<20)
		if err != nil {
			logger.Warn("nothing will be kept across restarts", "error", err) // it works without
			return o, nil
		}
		o.Cache = kept
		return o, nil
	}
}

// defaultCacheDir returns a folder of our own below the user's folder for caches,
// "" if there is none.
func defaultCacheDir() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "coderef-mcp")
}

// build identifies this build of the program: what another one has learned may
// differ.
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
