// Package tag writes the references of declarations into their source as comments:
// // @Fn/src/auth/login.ts#authenticate:24, with # in languages whose comments begin
// with it.
//
// A tag has a line of its own above the declaration. It follows plain line comments and
// precedes everything that must stay next to the declaration: decorators or attributes,
// block comments such as JSDoc, /// comments, and directives to tools such as
// eslint-disable-next-line. The line in a tag is that of the declaration after all tags
// are inserted. Existing tags in any published form are found by their file or name.
//
// Only lines with tags are added, changed or removed. Before a file is written, the new
// text is parsed: it must have the same declarations.
package tag
