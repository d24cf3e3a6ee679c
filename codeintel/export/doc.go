// Package export writes the whole graph of a project in formats that other programs
// read: JSON, JSON-LD, SCIP, Mermaid and DOT.
package export
