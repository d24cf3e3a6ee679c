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

// indexFlags declares the flags of the native engine. Call the returned function after the
// flags are parsed: it returns their options.
func indexFlags(flags *flag.FlagSet) func(*slog.Logger) (index.Options, error) {
	var roots []string
	flags.Func("root", "folder that projects must lie in; repeatable. Files outside are neither read nor written,\n"+
		"except that an installed Go toolchain is read. Without -root, projects may lie in any folder",
		func(dir string) error {
			roots = append(roots, dir)
			return nil
		})
	cacheDir := flags.String("cache-dir", defaultCacheDir(), "folder that keeps analysis results across restarts; "+
		"empty means no cache")
	cacheMiB := flags.Int64("cache-limit", defaultCacheMiB, "maximum size of the cache in MiB")
	memoryMiB := flags.Int64("memory-limit", defaultMemoryMiB, "memory in MiB above which the least recently used "+
		"projects are unloaded")
	watch := flags.Bool("watch", true, "update the index of a project in use when its files change; with\n"+
		"-watch=false, the next call updates it. Results always show the current files")
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
			logger.Warn("no cache: analysis results will not be kept across restarts", "error", err)
			return o, nil
		}
		o.Cache = kept
		return o, nil
	}
}

// defaultCacheDir returns a folder in the user's cache folder, or "" if the user has none.
func defaultCacheDir() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "coderef-mcp")
}
