// Package e2e tests the two built programs. The tests start the binaries as a user does and reach them only
// over the network.
package e2e
