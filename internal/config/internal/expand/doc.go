// Package expand replaces ${NAME} in the texts of configuration files by values of the environment.
package expand
