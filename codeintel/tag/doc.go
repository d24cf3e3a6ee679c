// Package tag writes the references of declarations into their source as
// comments: // @Fn/src/auth/login.ts#authenticate:24, or # in languages that
// write comments so.
//
// A tag stands on a line of its own above the declaration, below what is written
// about it in plain line comments, and above what belongs to it: its decorators or
// attributes, block comments such as JSDoc, comments of /// and directives to tools
// such as eslint-disable-next-line, none of which it comes between. Its line is the
// one on which the declaration stands once all tags are in place. Tags that are there
// are found by the file or the name they tell, in whatever published form.
//
// Nothing but lines of tags is added, changed or taken away. Before a file is
// written, its new text is read again: it must declare the same.
package tag
