// Package config reads and checks the configuration of the service: coderefd's own YAML file, the files in
// which other MCP clients keep their servers, the environment, and the flags.
//
// Flags override CODEREFD_* variables, variables override the file, and the file overrides the defaults. Each
// default and limit of the service is defined once: those of a server in package mcpbridge, all others in
// limits.go and default.go. A [Config] is plain data: nothing in this package starts anything.
//
// Problems are reported together in an [*Error], each with its file, line, column and field. Warnings become
// [Config.Notices]. The problems of a file in a folder also become notices, and that file is left out.
// [Check] reports both.
package config
