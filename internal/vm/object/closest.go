// Names like one that was not found.

package object

const (
	maxCandidates = 750
	maxNameLength = 40
	moveCost      = 2
	caseCost      = 1
)

// ClosestName returns the candidate most like name, or "".
func ClosestName(names *List, name string) string {
	if names.Len() >= maxCandidates {
		return ""
	}
	best, bestDistance := "", 1<<62
	for _, v := range names.Slice() {
		c := GoString(v)
		if c == name {
			continue
		}
		limit := min((len(name)+len(c)+3)*moveCost/6, bestDistance-1)
		if d := levenshtein(name, c, limit); d <= limit && (best == "" || d < bestDistance) {
			best, bestDistance = c, d
		}
	}
	return best
}

// UnexpectedKeyword raises the TypeError of a built-in function called with a keyword argument that it does not know.
func UnexpectedKeyword(t *Thread, function, keyword string, known ...string) Value {
	names := NewList(t, 0)
	for _, k := range known {
		s := NewStr(t, k)
		if names == nil || s == Null || !names.Append(t, s) {
			return Null
		}
	}
	hint := ""
	if s := ClosestName(names, keyword); s != "" {
		hint = ". Did you mean '" + s + "'?"
	}
	return Raise(t, TTypeError, "%s() got an unexpected keyword argument '%s'%s", function, keyword, hint)
}

func substitutionCost(a, b byte) int {
	if a == b {
		return 0
	}
	if lowerASCII(a) == lowerASCII(b) {
		return caseCost
	}
	return moveCost
}

func lowerASCII(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}

// levenshtein is the cost of turning a into b; more than limit when it is that much.
func levenshtein(a, b string, limit int) int {
	if a == b {
		return 0
	}
	for a != "" && b != "" && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for a != "" && b != "" && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	if a == "" || b == "" {
		return (len(a) + len(b)) * moveCost
	}
	if len(a) > maxNameLength || len(b) > maxNameLength {
		return limit + 1
	}
	if len(b) < len(a) {
		a, b = b, a
	}
	if (len(b)-len(a))*moveCost > limit {
		return limit + 1
	}
	row := make([]int, len(a))
	for i := range row {
		row[i] = (i + 1) * moveCost
	}
	result := 0
	for j := range len(b) {
		distance := j * moveCost
		result = distance
		lowest := 1 << 62
		for i := range len(a) {
			substitute := distance + substitutionCost(b[j], a[i])
			distance = row[i]
			result = min(substitute, min(result, distance)+moveCost)
			row[i] = result
			lowest = min(lowest, result)
		}
		if lowest > limit {
			return limit + 1
		}
	}
	return result
}
