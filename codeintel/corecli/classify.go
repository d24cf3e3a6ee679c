package corecli

import (
	"regexp"
	"strings"
)

// Patterns in the output of a failed run, one for each kind of failure.
var (
	missingProgram = regexp.MustCompile(`(?i)` +
		`cannot find module .*cli\.[cm]?js` +
		`|command not found` +
		`|no such file or directory, (open|lstat|stat) .*cli\.`)
	missingCommand = regexp.MustCompile(`(?i)unknown (command|option)|invalid command|is not a (known )?command`)
	missingElement = regexp.MustCompile(`(?i)` +
		`(element|target|reference|symbol|node)\b.*(not found|does not exist|unknown)` +
		`|(could not|cannot|can't|unable to) (find|resolve|locate) (the )?(element|target|reference|symbol)` +
		`|no (such )?(element|target|symbol)` +
		`|no (element|match)\w* (found|matching)`)
	badArguments = regexp.MustCompile(`(?i)` +
		`missing required argument` +
		`|(missing|invalid|unexpected|too many) (value|argument|option|format|type|pattern)` +
		`|argument .* (is )?(missing|invalid)` +
		`|option .* argument` +
		`|invalid input` +
		`|must be (a|an|one|absolute|positive)`)
)

// classify returns the error that the output of a failed run describes. status is the
// exit status, or negative if a signal ended the program. The error can have the code
// ELEMENT_NOT_FOUND only if the invocation names an element.
func (inv *invocation) classify(text string, status int) *Error {
	detail := excerpt(text, inv.dir)
	if detail != "" {
		detail = ": " + detail
	}
	switch {
	case missingProgram.MatchString(text):
		return failure(NotFound, findHint, "the coderef CLI is not installed completely%s", detail)
	case missingCommand.MatchString(text):
		return failure(WrongVersion, otherVersion,
			"this version of the coderef CLI does not support the command %s or one of its options%s",
			inv.command, detail)
	case inv.element != "" && missingElement.MatchString(text):
		return failure(ElementNotFound, "give a name or an id from coderef_scan",
			"the coderef CLI did not find the element %q%s", clip(inv.element, maxExcerptBytes), detail)
	case badArguments.MatchString(text):
		return failure(InvalidInput, "", "the coderef CLI rejected the arguments%s", detail)
	case status < 0:
		return failure(Failed, runByHand, "the coderef CLI was killed by a signal%s", detail)
	case status > 0:
		return failure(Failed, runByHand, "the coderef CLI failed with exit status %d%s", status, detail)
	default:
		return failure(Failed, runByHand, "the coderef CLI failed%s", detail)
	}
}

// reportedFailure returns the failure that a JSON object reports, or nil if it reports
// none. Such an object has "success": false, or an error and almost no other members.
func (inv *invocation) reportedFailure(o object, status int) *Error {
	success := o.flag("success")
	message := o.text("error")
	if message == "" {
		message = o.object("error").text("message")
	}
	if success != nil && !*success || message != "" && len(o) <= 3 {
		return inv.classify(strings.TrimSpace(message+"\n"+o.object("error").text("code")), status)
	}
	return nil
}
