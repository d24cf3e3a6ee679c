package refcheck

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/coderef2"
	"github.com/coderef-system/coderefd/codeintel/facts"
)

// Severity says whether a reference is wrong, or only not quite right.
type Severity string

// The severities.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
)

// The codes of what is wrong with what a reference points at, beside those of
// [coderef2.Problem].
const (
	FileNotFound    coderef2.Code = "FILE_NOT_FOUND"
	ElementNotFound coderef2.Code = "ELEMENT_NOT_FOUND"
	Ambiguous       coderef2.Code = "AMBIGUOUS"
	StaleLine       coderef2.Code = "STALE_LINE"
	OtherType       coderef2.Code = "OTHER_TYPE"
	NotChecked      coderef2.Code = "NOT_CHECKED" // no declaration, but what it would be part of is there
)

// Finding is something wrong with a reference.
type Finding struct {
	File        string        `json:"file"` // where the reference is written
	Line        int           `json:"line"`
	Column      int           `json:"column"`
	Reference   string        `json:"reference"`
	Code        coderef2.Code `json:"code"`
	Error       string        `json:"error"`
	Severity    Severity      `json:"severity"`
	Suggestions []string      `json:"suggestions"`
	Fixable     bool          `json:"fixable"` // the first suggestion can be used without a look
}

// Check checks the references in the comments of a text. It returns how many
// there are, how many of them have an error, and all findings by place.
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
			Code: problem.Code, Error: problem.Message + ", expected " + problem.Expected, Severity: Error, Suggestions: suggestions,
			Fixable: problem.Code == coderef2.CodePath && len(suggestions) > 0,
		})
	}
	for _, problem := range report.Warnings {
		findings = append(findings, Finding{Code: problem.Code, Error: problem.Message + ", expected " + problem.Expected, Severity: Warning})
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

// unread is for files and folders that are there and no sources that are read.
func (p *Project) unread(ref *coderef2.Ref) []Finding {
	if ref.Element == "" {
		return nil
	}
	return []Finding{{Code: NotChecked, Severity: Warning, Error: ref.Path + " is there, but what it declares is not known"}}
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

// noElement looks for what is part of an element without being one, such as a
// member of an enum, before it says that nothing is there.
func (p *Project) noElement(ref *coderef2.Ref, files []*File) Finding {
	if ref.Type == coderef2.TypeEndpoint || ref.Element == "default" && slices.ContainsFunc(files, func(f *File) bool { return p.defaults(f.Path) }) {
		return Finding{Code: NotChecked, Severity: Warning, Error: files[0].Path + " is there; it has no declaration of that name that could be checked"}
	}
	if i := strings.LastIndexAny(ref.Element, ".#"); i > 0 {
		for _, e := range named(files, ref.Element[:i]) {
			if e.Type == facts.Enum || e.Type == facts.Constant || e.Type == facts.Variable {
				return Finding{Code: NotChecked, Severity: Warning, Error: "members of " + e.ID + " are not checked"}
			}
		}
	}
	f := Finding{Code: ElementNotFound, Severity: Error, Error: fmt.Sprintf("%s declares no %s", files[0].Path, ref.Element)}
	f.Suggestions, f.Fixable = p.elsewhere(ref, files)
	return f
}

// checkElement judges a reference to one of these elements, all of one name.
func checkElement(ref *coderef2.Ref, elements []*facts.Element) []Finding {
	if ref.Line > 0 {
		if at := onLine(elements, ref.Line); len(at) > 0 {
			return checkType(ref, at[0])
		}
	}
	if like := slices.DeleteFunc(slices.Clone(elements), func(e *facts.Element) bool { return !accepts(ref.Type, e.Type) }); len(like) > 0 {
		elements = like
	}
	if len(elements) > 1 && !oneThing(elements) {
		f := Finding{Code: Ambiguous, Severity: Error, Error: fmt.Sprintf("%d declarations are called %s", len(elements), ref.Element)}
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
			Code: StaleLine, Severity: Warning, Error: fmt.Sprintf("%s is on line %d", e.Name, e.Line), Suggestions: []string{meant.String()}, Fixable: true,
		})
	}
	return findings
}

// oneThing reports declarations with the same whole name in the same file:
// overloads, or an interface in several parts.
func oneThing(elements []*facts.Element) bool {
	return !slices.ContainsFunc(elements, func(e *facts.Element) bool { return e.File != elements[0].File || e.Name != elements[0].Name })
}

// onLine returns the elements that are declared on a line, or else that it is
// part of, if it is of one only.
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
		Code: OtherType, Severity: Warning, Error: fmt.Sprintf("%s is a %s, not what %s stands for", e.Name, e.Type, ref.Type),
		Suggestions: []string{meant.String()}, Fixable: true,
	}}
}

// accepts reports a designator that stands for an element type in any of the
// published lists, which disagree. Those that stand for a role fit all.
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
