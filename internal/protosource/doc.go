// Package protosource provides the descriptors of the contract with the comments
// of its .proto files. Generated Go code contains descriptors without comments.
package protosource
