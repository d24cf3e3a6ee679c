// Package drift compares the elements of an index file with the current elements of a
// project, and matches them.
//
// An element is looked for, in this order: under its name in its file, which is
// sure; under its name in other files, which is a move; under another name in its
// file or where the others of its file have gone, which is a renaming. How sure that
// is follows one rule, from 0 to 1:
//
//	0.5  × likeness of the names: one less the share of letters to change
//	0.2  if the types are the same
//	0.15 if the parameters are the same, half if the index lacks them
//	0.15 if the bodies are the same, half if the index lacks them
//	0.1  if the file has the same name, or most other elements of the file moved there
//
// and at most 1. An element that is found under its name in its file has 1, or 0.9
// if its type is another, or only the last part of its name is the same. A renaming
// needs names that are alike to 0.7, or the same body, or the same parameters and
// names alike to 0.4. Where the second best comes as near as 0.1 (0.05 for renamings),
// the element is ambiguous. Each current element matches at most one element of the index.
package drift
