// Package source reads the files of a configuration.
package source
