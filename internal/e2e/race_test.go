//go:build race

package e2e_test

// raceDetector says that the tests run under the race detector; the programs
// then do too.
const raceDetector = true
