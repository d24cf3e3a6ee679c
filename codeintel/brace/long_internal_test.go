//go:build !race

package brace

// longText is the size of long texts in bytes.
const longText = 400_000
