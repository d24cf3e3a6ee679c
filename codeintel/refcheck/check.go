package refcheck

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/coderef2"
	"github.com/coderef-system/coderefd/codeintel/facts"
)

// Severity is the severity of a finding.
type Severity string

// The severities.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
)

// The codes of problems with the target of a reference, in addition to those of
// [coderef2.Problem].
const (
	FileNotFound    coderef2.Code = "FILE_NOT_FOUND"
	ElementNotFound coderef2.Code = "ELEMENT_NOT_FOUND"
	Ambiguous       coderef2.Code = "AMBIGUOUS"
	StaleLine       coderef2.Code = "STALE_LINE"
	OtherType       coderef2.Code = "OTHER_TYPE"
	NotChecked      coderef2.Code = "NOT_CHECKED" // the target cannot be checked, but its file exists
)

// Finding is one problem of a reference.
type Finding struct {
	File        string        `json:"file"` // the file that contains the reference
	Line        int           `json:"line"`
	Column      int           `json:"column"`
	Reference   string        `json:"reference"`
	Code        coderef2.Code `json:"code"`
	Error       string        `json:"error"`
	Severity    Severity      `json:"severity"`
	Suggestions []string      `json:"suggestions"`
	Fixable     bool          `json:"fixable"` // the first suggestion can be applied without review
}

// Check checks the references in the comments of a text. It returns their number, the
// number of references with an error, and all findings by position.
func (p *Project) Check(file, text string) (total, invalid int, findings []Finding) {
	for _, found := range coderef2.Find(file, text) {
		total++
		wrong := false
		for _, f := range p.checkOne(found.Text) {
			wrong = wrong || f.Severity == Error
			f.File, f.Line, f.Column, f.Reference = file, found.Line, found.Column, found.Text
			if f.Suggestions == nil {
				f.Suggestions = []string{}
			}
			findings = append(findings, f)
		}
		if wrong {
			invalid++
		}
	}
	return total, invalid, findings
}

func (p *Project) checkOne(text string) (findings []Finding) {
	report := coderef2.Validate(text)
	for _, problem := range report.Errors {
		suggestions := report.Suggestions[:min(len(report.Suggestions), maxSuggestions)]
		findings = append(findings, Finding{
			Code: problem.Code, Error: problem.Message + ", expected " + problem.Expected,
			Severity: Error, Suggestions: suggestions,
			Fixable: problem.Code == coderef2.CodePath && len(suggestions) > 0,
		})
	}
	for _, problem := range report.Warnings {
		findings = append(findings, Finding{
			Code: problem.Code, Error: problem.Message + ", expected " + problem.Expected, Severity: Warning,
		})
	}
	if len(report.Errors) > 0 && report.Errors[0].Code == coderef2.CodeSyntax {
		return findings
	}
	return append(findings, p.resolve(&report.Ref)...)
}

func (p *Project) resolve(ref *coderef2.Ref) []Finding {
	files := p.filesOf(ref.Path)
	if len(files) == 0 {
		if p.exists(ref.Path) {
			return p.unread(ref)
		}
		return []Finding{p.noFile(ref)}
	}
	if ref.Element == "" {
		return checkFile(ref, files)
	}
	elements := named(files, ref.Element)
	if len(elements) == 0 {
		return []Finding{p.noElement(ref, files)}
	}
	return checkElement(ref, elements)
}

// unread returns the finding for a file or folder that exists and is not a parsed
// source.
func (p *Project) unread(ref *coderef2.Ref) []Finding {
	if ref.Element == "" {
		return nil
	}
	return []Finding{{Code: NotChecked, Severity: Warning, Error: ref.Path + " exists, but its declarations are unknown"}}
}

func (p *Project) noFile(ref *coderef2.Ref) Finding {
	f := Finding{Code: FileNotFound, Severity: Error, Error: "no file " + ref.Path}
	if ref.Element != "" {
		f.Suggestions, f.Fixable = p.elsewhere(ref, nil)
		return f
	}
	for _, file := range p.base[withoutExtension(path.Base(ref.Path))] {
		f.Suggestions = append(f.Suggestions, coderef2.Format(ref.Type, file.Path, "", 0))
	}
	slices.Sort(f.Suggestions)
	f.Fixable = len(f.Suggestions) == 1
	f.Suggestions = f.Suggestions[:min(len(f.Suggestions), maxSuggestions)]
	return f
}

func checkFile(ref *coderef2.Ref, files []*File) []Finding {
	if len(files) > 1 {
		f := Finding{Code: Ambiguous, Severity: Error, Error: fmt.Sprintf("%d files are called %s", len(files), ref.Path)}
		for _, file := range files[:min(len(files), maxSuggestions)] {
			f.Suggestions = append(f.Suggestions, coderef2.Format(ref.Type, file.Path, "", ref.Line))
		}
		return []Finding{f}
	}
	if n := files[0].Lines; n > 0 && max(ref.Line, ref.LineEnd) > n {
		return []Finding{{Code: StaleLine, Severity: Warning, Error: fmt.Sprintf("%s has %d lines", files[0].Path, n)}}
	}
	return nil
}

// noElement returns the finding for an element that does not exist. Parts of a
// declaration that are not declarations themselves, such as members of an enum, cannot
// be checked.
func (p *Project) noElement(ref *coderef2.Ref, files []*File) Finding {
	hasDefault := func(f *File) bool { return p.defaults(f.Path) }
	if ref.Type == coderef2.TypeEndpoint || ref.Element == "default" && slices.ContainsFunc(files, hasDefault) {
		message := files[0].Path + " exists, but the element is not a declaration that can be checked"
		return Finding{Code: NotChecked, Severity: Warning, Error: message}
	}
	if i := strings.LastIndexAny(ref.Element, ".#"); i > 0 {
		for _, e := range named(files, ref.Element[:i]) {
			if e.Type == facts.Enum || e.Type == facts.Constant || e.Type == facts.Variable {
				return Finding{Code: NotChecked, Severity: Warning, Error: "members of " + e.ID + " are not checked"}
			}
		}
	}
	message := fmt.Sprintf("%s declares no %s", files[0].Path, ref.Element)
	f := Finding{Code: ElementNotFound, Severity: Error, Error: message}
	f.Suggestions, f.Fixable = p.elsewhere(ref, files)
	return f
}

// checkElement checks a reference against the elements with its name.
func checkElement(ref *coderef2.Ref, elements []*facts.Element) []Finding {
	if ref.Line > 0 {
		if at := onLine(elements, ref.Line); len(at) > 0 {
			return checkType(ref, at[0])
		}
	}
	otherType := func(e *facts.Element) bool { return !accepts(ref.Type, e.Type) }
	if sameType := slices.DeleteFunc(slices.Clone(elements), otherType); len(sameType) > 0 {
		elements = sameType
	}
	if len(elements) > 1 && !sameElement(elements) {
		message := fmt.Sprintf("%d declarations are called %s", len(elements), ref.Element)
		f := Finding{Code: Ambiguous, Severity: Error, Error: message}
		for _, e := range elements[:min(len(elements), maxSuggestions)] {
			f.Suggestions = append(f.Suggestions, e.ID)
		}
		return []Finding{f}
	}
	e := elements[0]
	findings := checkType(ref, e)
	if ref.Line > 0 && (ref.Line < e.Line || ref.Line > e.EndLine) {
		meant := *ref
		meant.Line, meant.LineEnd = e.Line, 0
		if ref.LineEnd > 0 {
			meant.LineEnd = e.Line + ref.LineEnd - ref.Line
		}
		findings = append(findings, Finding{
			Code: StaleLine, Severity: Warning, Error: fmt.Sprintf("%s is on line %d", e.Name, e.Line),
			Suggestions: []string{meant.String()}, Fixable: true,
		})
	}
	return findings
}

// sameElement reports whether the declarations have the same qualified name and file, as
// overloads or the parts of an interface have.
func sameElement(elements []*facts.Element) bool {
	return !slices.ContainsFunc(elements, func(e *facts.Element) bool {
		return e.File != elements[0].File || e.Name != elements[0].Name
	})
}

// onLine returns the elements that are declared on a line, or else the only element
// that contains the line.
func onLine(elements []*facts.Element, line int) (at []*facts.Element) {
	var around []*facts.Element
	for _, e := range elements {
		switch {
		case e.Line == line:
			at = append(at, e)
		case e.Line < line && line <= e.EndLine:
			around = append(around, e)
		}
	}
	if len(at) == 0 && len(around) == 1 {
		return around
	}
	return at
}

func checkType(ref *coderef2.Ref, e *facts.Element) []Finding {
	if accepts(ref.Type, e.Type) || !coderef2.IsKnownType(ref.Type) {
		return nil
	}
	meant := *ref
	meant.Type = coderef2.Designator(e.Type)
	return []Finding{{
		Code: OtherType, Severity: Warning,
		Error:       fmt.Sprintf("%s is a %s, which does not match the type %s", e.Name, e.Type, ref.Type),
		Suggestions: []string{meant.String()}, Fixable: true,
	}}
}

// accepts reports whether a published list maps a designator to an element type. The
// lists differ. Designators of roles match all types.
func accepts(designator, elementType string) bool {
	if designator == "" || designator == coderef2.Designator(elementType) {
		return true
	}
	var fits []string
	switch designator {
	case "Fn":
		fits = []string{facts.Function, facts.Method, facts.Component, facts.Hook, facts.Constant, facts.Variable}
	case "Cl":
		fits = []string{facts.Class, facts.Component}
	case "C", "Cp", "Comp":
		fits = []string{facts.Class, facts.Component, facts.Function}
	case "H", "Hook":
		fits = []string{facts.Hook, facts.Function}
	case "M":
		fits = []string{facts.Method, facts.Function, facts.Property}
	case "V", "Const", "K", "P", "Fd":
		fits = []string{facts.Constant, facts.Variable, facts.Property}
	case "I", "T", "Type", "TD", "A":
		fits = []string{facts.Interface, facts.TypeAlias, facts.Class, facts.Enum, facts.Function}
	case "E", "Enum":
		fits = []string{facts.Enum}
	case "N":
		fits = []string{facts.Namespace}
	default:
		return true
	}
	return slices.Contains(fits, elementType)
}
