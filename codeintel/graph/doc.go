// Package graph contains the elements of a project and the references between them. It runs
// the six queries: calls, imports and depends-on, each in both directions.
//
// The graph contains the declarations and mentioned names of each file. It contains the
// references of a file only after the file is resolved. A query reads only its candidates:
// the files that may affect the result, chosen by the names that they mention. It returns
// the candidates that are not resolved yet; resolve them and run the query again. Since a
// query never reads other files, its result does not depend on which files happen to be
// resolved.
//
// A graph is not safe for concurrent use.
package graph
