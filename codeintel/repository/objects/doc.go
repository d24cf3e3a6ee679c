// Package objects reads the object database of a git repository: loose objects, packs with
// deltas, and alternates. The object names are SHA-1.
//
// It is our own code and not go-git's storage, for three reasons. go-git opens the files of a
// repository itself, without the checks of package files. It reads objects of any size into
// memory, and each index of a pack completely. It adds about 75 third-party packages, such as
// OpenPGP, and reading objects needs none of them.
package objects
