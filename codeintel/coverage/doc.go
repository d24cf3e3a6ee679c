// Package coverage tells what of a project's code tests run.
//
// Where reports of a test run lie in the project, it reads those: LCOV, Istanbul's
// JSON, Go cover profiles, and the Cobertura XML of coverage.py and others. Else it
// tells what tests can reach by calls, which is more than they run.
package coverage
