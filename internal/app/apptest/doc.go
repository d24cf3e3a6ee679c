// Package apptest builds whole services for tests. They are real except for a scripted child process. Only
// tests import it.
package apptest
