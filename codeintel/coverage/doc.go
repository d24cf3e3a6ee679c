// Package coverage reports which code of a project its tests run.
//
// If the project contains reports of a test run, it reads them: LCOV, Istanbul's JSON, Go cover
// profiles, and the Cobertura XML of coverage.py and others. Otherwise it reports the code that
// tests can reach by calls, which is more than they run.
package coverage
