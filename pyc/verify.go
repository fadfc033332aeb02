package pyc

// The verifier: it decides whether an interpreter may trust a code object without checks of its own.

// Facts is what the verifier found out about a code object.
type Facts struct {
	MaxStack int // deepest stack that the code can reach
}

// checkShape checks the counts of a code object against each other.
func (c *Code) checkShape() (rule, detail string) {
	switch {
	case c.ArgCount < 0 || c.PosOnlyArgCount < 0 || c.KwOnlyArgCount < 0 || c.StackSize < 0 || c.Flags < 0:
		return "counts", "a count is negative"
	case c.PosOnlyArgCount > c.ArgCount:
		return "counts", "more positional-only arguments than arguments"
	case len(c.LocalsPlusNames) != len(c.LocalsPlusKinds):
		return "counts", "localsplusnames and localspluskinds differ in length"
	case len(c.Bytecode)%2 != 0:
		return "code-size", "co_code is malformed"
	case c.TotalArgs() > c.NumLocals():
		return "counts", "varnames is too small"
	}
	return "", ""
}

// Verify checks a code object and those among its constants.
func (c *Code) Verify() error {
	if rule, detail := c.checkShape(); rule != "" {
		return &Error{Rule: rule, Func: c.QualName.S, Detail: detail}
	}
	return nil
}
