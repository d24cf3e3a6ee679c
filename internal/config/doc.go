// Package config says how the service is to run: it reads coderefd's own YAML
// file, the files in which other MCP clients keep their servers, the environment and
// the flags, and checks the outcome.
//
// Flags win over CODEREFD_* variables, these over the file, the file over the
// defaults. Each default and limit of the service is defined once: those of a server
// in package mcpbridge, all others in limits.go and default.go. A [Config] is plain
// data: nothing here starts anything.
//
// Problems are reported together, each with its file, line, column and field, in an
// [*Error]. What is merely odd becomes a line of [Config.Notices], and so does what
// is wrong with one file of a folder, which is left out. [Check] reports both.
package config
