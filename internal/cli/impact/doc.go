// Package impact is the verb impact: it requests the impact of a change from the service and prints
// it for people or as JSON.
package impact
