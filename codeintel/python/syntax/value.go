package syntax

// StringValue returns the value of a String constant, adjacent literals joined
// and escapes resolved, and whether e is one.
func (m *Module) StringValue(e Expr) (string, bool) {
	return "", false
}
