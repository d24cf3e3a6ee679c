// Package coderef2 is the grammar of CodeRef2 references, the ids of code
// elements: @Fn/src/lib/money.ts#formatPrice.
//
//	@Type/path(#element)?(:line | :first-last | :kind{ident})?({metadata})?
//
// Formatting is strict: one canonical form. [Parse] accepts every published form
// of a reference, because ids are stored in documents and comments that older
// tools wrote; [ParseStrict] accepts what [Ref.String] writes and the published
// grammar allows; [Validate] tells what is wrong with one, and what was meant.
// [Find] finds references in the comments of a source text.
package coderef2
