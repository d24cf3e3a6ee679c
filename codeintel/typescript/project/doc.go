// Package project reads the configuration of a TypeScript or JavaScript project, which
// is in tsconfig.json, jsconfig.json and package.json, and provides the file system that
// the compiler reads. It assigns every source file to the configuration that governs it.
package project
