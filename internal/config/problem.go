package config

import "github.com/coderef-system/coderefd/internal/config/internal/problem"

// Problem is one problem of the configuration and its position.
type Problem = problem.Problem

// Severity is the effect of a problem.
type Severity = problem.Severity

const (
	// SeverityError prevents the start of the service. In a file of a folder, it only excludes that file.
	SeverityError = problem.SeverityError
	// SeverityWarning does not prevent the start of the service.
	SeverityWarning = problem.SeverityWarning
)

// Error contains the problems of a configuration, at least one.
type Error = problem.Error
