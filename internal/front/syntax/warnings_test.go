package syntax

import "testing"

// TestWarnings compares the warnings about numbers and escape sequences.
func TestWarnings(t *testing.T) {
	c := startCPython(t)
	for _, src := range []string{
		`'\d'`, `'\d\e'`, "'a\n'", `b'\d\q'`, `r'\d'`, `f'\d{x}\e'`, `rf'\d{x}'`, `f'\{x}'`, `f'{x:\d}'`, `'\400'`, `b'\777\d'`, `'\8'`,
		"'''\n\n\\d'''", "f'''\n\\d{x}\n'''", "x['\\d'] = '\\e'", "x = ('\\d' '\\e'\n '\\f\\g')", `'\d' x`, `f('\d')`, `{'\d': '\e', **'\q'}`,
		"1if x else y", "0x1for x in y", "[0x1for x in y]", "1or 2", "1.5and 2", "1jin x", "0b1is x", "0o7not in x", "1_000else", "x = 1in y, 2in z",
		`'\N'`, `'\é'`, "'\\\n'", `f'{"\d"}'`, `f'{x}\}'`, `with '\d' as x: pass`, "x: '\\d' = 1", "[a for b in '\\d']",
	} {
		want := c.ask(t, "warnings", src).Warnings
		_, warnings, _ := Parse(src, Options{})
		got := [][]any{}
		for _, w := range warnings {
			got = append(got, []any{w.Msg, w.Line})
		}
		if jsonText(got) != jsonText(want) {
			t.Errorf("%q: %s, want %s", src, jsonText(got), jsonText(want))
		}
	}
}
