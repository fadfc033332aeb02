// Sources made to be hard: deep, long, and confusing. Each must be answered soon, and as CPython answers.

package syntax

import (
	"strings"
	"testing"
	"time"
)

func TestHostile(t *testing.T) {
	r := strings.Repeat
	blocks := func(n int) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(r(" ", i) + "if x:\n")
		}
		return b.String() + r(" ", n) + "y\n"
	}
	for _, c := range []struct{ name, src, want string }{
		{"parentheses", r("(", 200) + "x" + r(")", 200), ""},
		{"too many parentheses", r("(", 201) + "x" + r(")", 201), "too many nested parentheses"},
		{"very many parentheses", r("(", 1_000_000), "too many nested parentheses"},
		{"calls", r("f(", 200) + r(")", 200), ""},
		{"comprehensions", r("[", 100) + "x" + r(" for x in y]", 100), ""},
		{"sets", r("{", 200) + "x" + r("}", 200), ""},
		{"sets that look like dicts", r("{a**", 199) + "x" + r("}", 199), ""},
		{"dicts", r("{a: ", 199) + "x" + r("}", 199), ""},
		{"tuple targets", r("(", 199) + "x," + r("),", 199) + " = y", ""},
		{"list targets", r("[", 199) + "x" + r("]", 199) + " = y", ""},
		{"no targets", r("(", 199) + "x+y," + r("),", 199) + " = y", "cannot assign to expression"},
		{"for no target", "for " + r("[", 199) + "x+y" + r("]", 199) + " in y: pass", "cannot assign to expression"},
		{"deletions", "del " + r("(", 199) + "x," + r("),", 199), ""},
		{"no deletions", "del " + r("(", 199) + "x+1" + r(")", 199), "cannot delete expression"},
		{"subscripts", r("x[", 199) + "y" + r("]", 199) + " = z", ""},
		{"patterns", "match x:\n case " + r("[", 199) + "x" + r("]", 199) + ": pass", ""},
		{"with", "with " + r("(", 199) + "x" + r(")", 199) + ": pass", ""},
		{"lambdas in defaults", r("lambda x=", 1000) + "1" + r(": x", 1000), ""},
		{"minus", r("-", 5000) + "x", ""},
		{"too many minus", r("-", 1_000_000) + "x", "Parser stack overflowed - Python source too complex to parse"},
		{"too many not", r("not ", 1_000_000) + "x", "Parser stack overflowed - Python source too complex to parse"},
		{"too many powers", r("x**", 1_000_000) + "x", "Parser stack overflowed - Python source too complex to parse"},
		{"too many lambdas", r("lambda:", 1_000_000) + "x", "Parser stack overflowed - Python source too complex to parse"},
		{"too many conditions", r("x if y else ", 1_000_000) + "x", "Parser stack overflowed - Python source too complex to parse"},
		{"too many elifs", "if x: y\n" + r("elif x: y\n", 100_000), "Parser stack overflowed - Python source too complex to parse"},
		{"attributes", "x" + r(".y", 1_000_000), ""},
		{"sums", "x" + r("+y", 1_000_000), ""},
		{"comparisons", "x" + r("<y", 1_000_000), ""},
		{"assignments", r("x = ", 100_000) + "y", ""},
		{"annotations", r("x: ", 100_000) + "y", "invalid syntax"},
		{"statements", r("x;", 500_000), ""},
		{"lines", r("x\n", 500_000), ""},
		{"arguments", "f(" + r("x, ", 300_000) + ")", ""},
		{"keywords", "f(" + r("x=y, ", 300_000) + ")", ""},
		{"strings", r("'a' ", 300_000), ""},
		{"f-strings", r("f'{x}' ", 100_000), ""},
		{"nested f-strings", r("f'{", 149) + "x" + r("}'", 149), ""},
		{"too many nested f-strings", r("f'{", 150) + "x" + r("}'", 150), "too many nested f-strings"},
		{"format specifications", "f'" + r("{x:", 4) + "'", "f-string: expressions nested too deeply"},
		{"blocks", blocks(99), ""},
		{"too many blocks", blocks(100), "too many levels of indentation"},
		{"open brackets and commas", r("[x, ", 150), "'[' was never closed"},
		{"calls that are not closed", r("f(x, ", 150) + "]", "closing parenthesis ']' does not match opening parenthesis '('"},
		{"missing commas", r("f(x ", 100) + r(")", 100), "invalid syntax. Perhaps you forgot a comma?"},
		{"backslashes", r("\\\n", 100_000) + "x", ""},
		{"a long line", "x = '" + r("é", 1_000_000) + "' $", "invalid syntax"},
		{"a late error", r("x = 1\n", 200_000) + "x = $\n", "invalid syntax"},
		{"hexadecimal", "0x" + r("f", 100_000), ""},
		{"digits", r("1", 5000), "Exceeds the limit (4300 digits) for integer string conversion: value has 5000 digits; use sys.set_int_max_str_digits() " +
			"to increase the limit - Consider hexadecimal for huge integer literals to avoid decimal conversion limits."},
	} {
		begin := time.Now()
		_, _, err := Parse(c.src, Options{MaxDigits: maxDigits})
		got := ""
		if err != nil {
			got = err.Msg
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
		if took := time.Since(begin); took > time.Minute { // what is exponential would take for ever
			t.Errorf("%s took %v", c.name, took)
		}
	}
}
