// Package protobundle writes everything that a client author needs to generate code from the contract. All of
// it is part of the program.
//
// The .proto files of the contract are embedded. Third-party .proto files are
// printed from their linked descriptors, which have no comments.
package protobundle
