// Package brief tells what a project is in as few words as asked for: what somebody
// needs to know before working on it.
package brief
