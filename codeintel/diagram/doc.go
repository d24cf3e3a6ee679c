// Package diagram draws how the parts of a project depend on each other, so that
// people can read it: however large the project, a drawing has no more nodes than
// asked for. What is too much is drawn by its files, by its folders, or left out and
// counted.
package diagram
