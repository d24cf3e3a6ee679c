// Package drift compares the elements of an index file with the current elements of a
// project, and matches them.
//
// Compare searches for each element of the index in this order: with the same name in the same
// file; with the same name in another file (a move); with another name in the same file, or in
// the file to which most other elements of its file moved (a renaming). The confidence of a
// move or renaming, from 0 to 1, is the sum of:
//
//	0.5  × similarity of the names: 1 minus the share of characters to edit
//	0.2  if the types are the same
//	0.15 if the parameters are the same, half if the index lacks them
//	0.15 if the bodies are the same, half if the index lacks them
//	0.1  if the file has the same name, or most other elements of the file moved there
//
// An element that keeps its name and file has confidence 1, or 0.9 if its type differs or only
// the last part of its name is the same. A renaming requires names with a similarity of at
// least 0.7, or the same body, or the same parameters and a similarity of at least 0.4. An
// element is ambiguous if the confidence of the second-best candidate is less than 0.1 (0.05
// for renamings) below that of the best. Each current element matches at most one element of
// the index.
package drift
