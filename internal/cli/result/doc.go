// Package result prints the result of a tool: tables for the lists of the code-intelligence tools, their
// diagrams and briefs as text, on a terminal other structured content as values, tables and trees, and the content
// blocks of any other tool.
package result
