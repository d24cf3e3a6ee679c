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
//
// load.go applies the sources in order. yaml_read.go and file.go read YAML, package mcpfile the files of other MCP
// clients, and package problem keeps the places of all settings. endpoint.go, here and in mcpfile, contains all that
// depends on how a server is reached.
package config
