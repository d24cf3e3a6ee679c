// Package settings reads the configuration files of Python projects: the folders in which
// packages and tests are searched for, and the distributions that the project depends on.
package settings
