// Package repository reads a git repository without a git program: the checked-out commit and
// branch, whether the work tree differs from the commit, and the files of revisions.
//
// It supports work trees, submodules, bare and shallow repositories, alternates, packed
// references, index versions 2 to 4, sparse indexes, and both kinds of deltas. It does not
// support object names of SHA-256, the reftable format, split indexes, or replacement objects
// (refs/replace). It executes nothing: no hooks, filters or pagers.
//
// A repository may be hostile. All files that are opened are regular, bounded and below the
// allowed roots. All counts, sizes and depths have bounds. A malformed repository is an error.
package repository
