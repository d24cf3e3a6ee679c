// Package diagram draws the dependencies between the parts of a project. A drawing has a bounded
// number of nodes, so that people can read it. If a project has more elements, the drawing
// shows files or folders instead. Nodes that still do not fit are left out and counted.
package diagram
