package pyc

// The verifier's check of constants.

// maxConstSize is the size of a constant with shared parts counted each time.
const maxConstSize = 1 << 24

// constants checks the constants of a code object, and the code objects among them. It gives their size.
func (v *verifier) constants(c *Code) (int, error) {
	total := 0
	for i, k := range c.Consts {
		size, detail, err := v.constant(k, 0)
		if err != nil {
			return 0, err
		}
		if total += size; detail == "" && total > maxConstSize {
			detail = "constants are too large"
		}
		if detail != "" {
			return 0, &Error{Rule: "const", Func: c.QualName.S, Detail: "constant " + itoa(i) + ": " + detail}
		}
	}
	return total, nil
}

// constant checks one constant and gives its size.
func (v *verifier) constant(k Const, depth int) (size int, detail string, err error) {
	if depth > maxDepth {
		return 0, "nested too deeply", nil
	}
	var items []Const
	switch k := k.(type) {
	case None, Ellipsis, Bool, Int, Float, *Complex, *BigInt, *Str, *Bytes:
		return 1, "", nil
	case *Tuple:
		items = k.Items
	case *FrozenSet:
		items = k.Items
	case *Code:
		err := v.program(k)
		return 1 + v.consts[k], "", err
	default:
		return 0, "of a type that code must not hold", nil
	}
	if size, ok := v.consts[k]; ok {
		if size == 0 {
			return 0, "contains itself", nil
		}
		return size, "", nil
	}
	v.consts[k] = 0
	size = 1
	for _, x := range items {
		n, detail, err := v.constant(x, depth+1)
		if detail != "" || err != nil {
			return 0, detail, err
		}
		if size += n; size > maxConstSize {
			return 0, "too large", nil
		}
	}
	v.consts[k] = size
	return size, "", nil
}
