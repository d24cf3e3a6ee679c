// Package problem collects the problems of a configuration, each with the place of the setting that causes it.
package problem
