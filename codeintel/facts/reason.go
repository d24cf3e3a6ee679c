package facts

// Reason is why a place could not be resolved.
type Reason uint8

// The reasons.
const (
	UnknownValue  Reason = iota // the called value, or its type, is unknown
	SeveralValues               // the called value is chosen at run time; some of its possible values are known
	ComputedName                // the name is computed at run time, as in x[name]()
	MissingModule               // the imported module was not found
	MissingName                 // the imported module does not declare the name
	SyntaxOnly                  // names of the language are not resolved
	NotAnalyzed                 // the file could not be analysed
	OutsideCaller               // code outside the project may call the target, or a member with its name
	PassedOn                    // a function is passed on as a value: the place of its call is unknown
)

// String returns the text of the reason in results.
func (r Reason) String() string {
	switch r {
	case SeveralValues:
		return "several_values"
	case ComputedName:
		return "computed_name"
	case MissingModule:
		return "missing_module"
	case MissingName:
		return "missing_name"
	case SyntaxOnly:
		return "syntax_only"
	case NotAnalyzed:
		return "not_analyzed"
	case OutsideCaller:
		return "outside_caller"
	case PassedOn:
		return "passed_on"
	default:
		return "unknown_value"
	}
}

// Reasons returns all reasons.
func Reasons() []Reason {
	return []Reason{
		UnknownValue, SeveralValues, ComputedName, MissingModule, MissingName, SyntaxOnly, NotAnalyzed, OutsideCaller,
		PassedOn,
	}
}
