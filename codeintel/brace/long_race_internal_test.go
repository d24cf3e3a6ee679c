//go:build race

package brace

// longText is the size of long texts in bytes: the race detector is slow.
const longText = 20_000
