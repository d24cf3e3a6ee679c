// Pins the module whose validate.proto `make` copies for buf. No package imports
// it, so this file is never tidied.
module github.com/coderef-system/coderefd/tools/protovalidate

go 1.26.0

require github.com/bufbuild/protovalidate v1.2.2
