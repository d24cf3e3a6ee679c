// Package brief summarizes a project within a token budget, for readers who are about to
// work on it.
package brief
