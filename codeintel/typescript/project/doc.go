// Package project reads what surrounds the sources of a TypeScript or JavaScript
// project: the file system as the compiler sees it, tsconfig.json and jsconfig.json,
// and package.json. It assigns every source file to the configuration that governs it.
package project
