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

// stage is the folder, in the target, that contains the new files until all of them are written. Only the run that
// holds the lock creates or removes it.
const stage = ".coderefd-proto"

// Write writes a bundle to the folder dir, and creates dir if it does not exist.
//
// Without force, dir must be empty or contain an earlier bundle whose files have
// not been changed, and nothing else. With force, files of the bundle replace
// files of the same path. In both cases files that only the earlier bundle has are
// removed, unless they have been changed; other files are left alone.
//
// A folder at the path of a file, or anything but a folder at the path of a folder, is
// an error with and without force. Symbolic links to folders are not followed.
//
// Only one run writes to dir at a time: Write fails if another one is writing there.
//
// If Write fails or ctx ends before all files are written to a temporary folder in dir, dir
// keeps its earlier content. If it fails later, dir contains no coderef-proto.sha256. In both
// cases it removes the temporary folder.
func Write(ctx context.Context, dir string, files []File, force bool) (err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil { //nolint:gosec // readable by others as the umask allows
		return err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }() // a handle of the folder, without buffered data
	unlock, err := lock(root)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	earlier, err := unchanged(root)
	if err != nil {
		return err
	}
	if !force {
		if err := checkOnly(root, earlier); err != nil {
			return err
		}
	}
	if err := checkTargets(root, files); err != nil {
		return err
	}
	return writeLocked(ctx, root, earlier, files)
}

// writeLocked writes the files to the stage and moves them to their paths. The caller holds the lock and has
// checked the paths.
func writeLocked(ctx context.Context, root *os.Root, earlier map[string]bool, files []File) (err error) {
	if err := root.RemoveAll(stage); err != nil { // of a killed run
		return err
	}
	defer func() { err = errors.Join(err, root.RemoveAll(stage)) }()
	if err := writeStage(ctx, root, files); err != nil {
		return err
	}
	if err := replace(root, earlier, files); err != nil {
		return fmt.Errorf("%s contains an incomplete bundle; repeat the command with --force: %w", root.Name(), err)
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
		case name == lockFile:
			return nil
		case name == stage:
			return fmt.Errorf("%s contains %s of a run that was killed; "+
				"choose another target folder, or use --force", root.Name(), name)
		case entry.IsDir() || entry.Type().IsRegular() && paths[name]:
			return nil
		}
		return fmt.Errorf("%s contains %s, which is not an unchanged file of an earlier bundle; "+
			"choose another target folder, or use --force", root.Name(), name)
	})
}

// checkTargets fails if a file cannot be moved to its path: if a parent exists that is not a folder, such as a
// symbolic link, or if the path itself is a folder.
func checkTargets(root *os.Root, files []File) error {
	for _, file := range files {
		if err := checkTarget(root, file.Path); err != nil {
			return err
		}
	}
	return nil
}

func checkTarget(root *os.Root, target string) error {
	for end := range len(target) + 1 {
		if end < len(target) && target[end] != '/' {
			continue
		}
		name := target[:end] // a parent, the outermost first, or the target
		info, err := root.Lstat(name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return err
		case name == target && info.IsDir():
			return fmt.Errorf("%s contains the folder %s, but the bundle has a file of that path; "+
				"move the folder away or choose another target folder", root.Name(), name)
		case name != target && !info.IsDir():
			return fmt.Errorf("%s contains %s, but the bundle has a folder of that path; "+
				"move it away or choose another target folder", root.Name(), name)
		}
	}
	return nil
}

// writeStage writes the files to the stage, which must not exist.
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
	return root.Rename(path.Join(stage, sumsFile), sumsFile)
}
