// Package coderef2 implements the grammar of CodeRef2 references, the IDs of code
// elements: @Fn/src/lib/money.ts#formatPrice.
//
//	@Type/path(#element)?(:line | :first-last | :kind{ident})?({metadata})?
//
// There is one canonical form, which the formatting functions return. [Parse] accepts
// every published form, because documents and comments contain references that older
// tools wrote. [ParseStrict] accepts only references of the published grammar and those that
// [Ref.String] returns. [Validate] reports the problems of a reference and suggests
// corrections. [Find] finds references in the comments of a source text.
package coderef2
