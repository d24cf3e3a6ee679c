//go:build !race

package e2e_test

// raceDetector reports whether the tests, and the programs, run under the race detector.
const raceDetector = false
