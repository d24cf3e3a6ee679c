// Pins the version of the module from which `make` copies validate.proto for buf. No
// package imports the module, so go mod tidy would remove it.
module github.com/coderef-system/coderefd/tools/protovalidate

go 1.26.0

require github.com/bufbuild/protovalidate v1.2.2
