package protobundle

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"
)

// stage is the folder, in the target, that holds files until all are written.
const stage = ".coderefd-proto"

// Write writes a bundle to the folder dir, and creates dir if it does not exist.
//
// Without force, dir must be empty or contain an earlier bundle whose files have
// not been changed, and nothing else. With force, files of the bundle replace
// files of the same path. In both cases files that only the earlier bundle has are
// removed, unless they have been changed; other files are left alone.
//
// If Write fails or ctx ends while files are being written, dir keeps its earlier
// content. If it fails later, dir contains no coderef-proto.sha256.
func Write(ctx context.Context, dir string, files []File, force bool) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }() // it is a handle of the folder, without data
	earlier, err := unchanged(root)
	if err != nil {
		return err
	}
	if force {
		err = root.RemoveAll(stage)
	} else {
		err = checkOnly(root, earlier)
	}
	if err != nil {
		return err
	}
	if err := writeStage(ctx, root, files); err != nil {
		return errors.Join(err, root.RemoveAll(stage))
	}
	if err := replace(root, earlier, files); err != nil {
		return fmt.Errorf("%s contains an incomplete bundle: %w", dir, err)
	}
	return nil
}

// unchanged returns the paths of the files that an earlier bundle wrote and that
// still have the same content, coderef-proto.sha256 included. Nil: there is no earlier bundle.
func unchanged(root *os.Root) (map[string]bool, error) {
	list, err := root.ReadFile(sumsFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	paths := map[string]bool{sumsFile: true}
	for line := range strings.Lines(string(list)) {
		sum, name, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "  ")
		if !ok {
			continue
		}
		content, err := root.ReadFile(name)
		if err == nil && fmt.Sprintf("%x", sha256.Sum256(content)) == sum {
			paths[path.Clean(name)] = true
		}
	}
	return paths, nil
}

// checkOnly fails if root contains a file that is not at one of the paths.
func checkOnly(root *os.Root, paths map[string]bool) error {
	return fs.WalkDir(root.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case name == stage:
			return fmt.Errorf("%s contains %s: another run is writing there or was killed; "+
				"choose another folder, or use --force", root.Name(), name)
		case entry.IsDir() || entry.Type().IsRegular() && paths[name]:
			return nil
		}
		return fmt.Errorf("%s contains %s, which is not an unchanged file of an earlier bundle; "+
			"choose another folder, or use --force", root.Name(), name)
	})
}

func writeStage(ctx context.Context, root *os.Root, files []File) error {
	if err := root.Mkdir(stage, 0o755); err != nil {
		return err
	}
	for _, file := range files {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		name := path.Join(stage, file.Path)
		if err := root.MkdirAll(path.Dir(name), 0o755); err != nil {
			return err
		}
		if err := root.WriteFile(name, file.Content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// replace removes the earlier files and moves the staged ones to their place, the
// checksums last.
func replace(root *os.Root, earlier map[string]bool, files []File) error {
	if err := root.Remove(sumsFile); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	delete(earlier, sumsFile)
	for _, file := range files {
		if err := root.MkdirAll(path.Dir(file.Path), 0o755); err != nil {
			return err
		}
		if file.Path == sumsFile {
			continue
		}
		if err := root.Rename(path.Join(stage, file.Path), file.Path); err != nil {
			return err
		}
		delete(earlier, file.Path)
	}
	for name := range earlier {
		if err := root.Remove(name); err != nil {
			return err
		}
		for folder := path.Dir(name); folder != "." && root.Remove(folder) == nil; folder = path.Dir(folder) {
			continue // it is empty now
		}
	}
	if err := root.Rename(path.Join(stage, sumsFile), sumsFile); err != nil {
		return err
	}
	return root.RemoveAll(stage)
}
