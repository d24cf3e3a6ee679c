package corecli

import (
	"regexp"
	"strings"
)

// The words by which failures of the program are told apart.
var (
	missingProgram = regexp.MustCompile(`(?i)cannot find module .*cli\.[cm]?js|command not found|no such file or directory, (open|lstat|stat) .*cli\.`)
	missingCommand = regexp.MustCompile(`(?i)unknown (command|option)|invalid command|is not a (known )?command`)
	missingElement = regexp.MustCompile(`(?i)(element|target|reference|symbol|node)\b.*(not found|does not exist|unknown)|(could not|cannot|can't|unable to) (find|resolve|locate) (the )?(element|target|reference|symbol)|no (such )?(element|target|symbol)|no (element|match)\w* (found|matching)`)
	badArguments   = regexp.MustCompile(`(?i)missing required argument|(missing|invalid|unexpected|too many) (value|argument|option|format|type|pattern)|argument .* (is )?(missing|invalid)|option .* argument|invalid input|must be (a|an|one|absolute|positive)`)
)

// classify turns what the program said about its failure into an error. Of
// elements it can only speak where one was asked for.
func (a *ask) classify(text string, status int) *Error {
	said := excerpt(text, a.dir)
	tail := ""
	if said != "" {
		tail = ": " + said
	}
	switch {
	case missingProgram.MatchString(text):
		return failure(NotFound, findHint, "the coderef CLI is not complete%s", tail)
	case missingCommand.MatchString(text):
		return failure(WrongVersion, "install another version of the coderef CLI, or use the native engine",
			"the coderef CLI does not take the command %s as known%s", a.command, tail)
	case a.element != "" && missingElement.MatchString(text):
		return failure(ElementNotFound, "take a name or an id from coderef_scan", "the coderef CLI does not know %q%s", clip(a.element, maxExcerptBytes), tail)
	case badArguments.MatchString(text):
		return failure(InvalidInput, "", "the coderef CLI did not take the arguments%s", tail)
	case status < 0:
		return failure(Failed, "", "a signal ended the coderef CLI%s", tail)
	case status > 0:
		return failure(Failed, "", "the coderef CLI failed with status %d%s", status, tail)
	default:
		return failure(Failed, "", "the coderef CLI failed%s", tail)
	}
}

// told returns the failure that a JSON answer tells of: {"success": false} or an
// error instead of everything else.
func (a *ask) told(o object, status int) *Error {
	success := o.flag("success")
	message := o.text("error")
	if message == "" {
		message = o.object("error").text("message")
	}
	if success != nil && !*success || message != "" && len(o) <= 3 {
		return a.classify(strings.TrimSpace(message+"\n"+o.object("error").text("code")), status)
	}
	return nil
}
