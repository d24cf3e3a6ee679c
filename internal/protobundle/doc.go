// Package protobundle writes everything that the author of a client needs to
// generate code from the contract, from the program itself.
//
// The .proto files of the contract are embedded. Third-party .proto files are
// printed from their linked descriptors, which have no comments.
package protobundle
