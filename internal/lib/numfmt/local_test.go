package numfmt

import "testing"

// TestLocal has results of CPython's under glibc's locales de_DE and ps_AF, and under one that groups as in India.
func TestLocal(t *testing.T) {
	german, pashto, indian := &Local{",", ".", "\x03\x03"}, &Local{"\u066b", "\u066c", "\x03"}, &Local{".", ",", "\x03\x02"}
	for _, c := range []struct {
		local *Local
		spec  string
		float float64
		want  string
	}{
		{german, "n", 1234567.5, "1,23457e+06"}, {german, ".10n", 1234567.891, "1.234.567,891"}, {german, "015.9n", 12345.5, "0.000.012.345,5"},
		{pashto, ".10n", 1234567.891, "1\u066c234\u066c567\u066b891"}, {german, "n", 1e20, "1e+20"},
		{indian, ".12n", 123456789.5, "12,34,56,789.5"},
	} {
		s, err := ParseSpec(c.spec, Float, "float")
		if err != nil {
			t.Fatal(err)
		}
		s.Local = c.local
		if got, err := AppendFloat(nil, &s, c.float); err != nil || string(got) != c.want {
			t.Errorf("%v by %s: %q, want %q (%v)", c.float, c.spec, got, c.want, err)
		}
	}
	for _, c := range []struct {
		local *Local
		spec  string
		int   int64
		want  string
	}{
		{german, "n", 1234567, "1.234.567"}, {german, "020n", 1234567, "0.000.000.001.234.567"}, {german, "+15n", -1234567, "     -1.234.567"},
		{german, "010n", 123, "00.000.123"}, {german, "n", 0, "0"}, {pashto, "*^12n", 12345, "***12\u066c345***"}, {indian, "n", 123456789, "12,34,56,789"},
		{&Local{".", ",", "\x03\x7f"}, "n", 123456789, "123456,789"}, {&Local{".", ",", ""}, "n", 123456789, "123456789"},
	} {
		s, err := ParseSpec(c.spec, Int, "int")
		if err != nil {
			t.Fatal(err)
		}
		s.Local = c.local
		if got, err := FormatInt(&s, c.int); err != nil || got != c.want {
			t.Errorf("%d by %s: %q, want %q (%v)", c.int, c.spec, got, c.want, err)
		}
	}
}
