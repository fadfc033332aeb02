package numfmt

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"math/rand"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/psyco-go/psy/internal/testkit/oracle"
)

//go:generate go run ../../../tests/withpython testdata/answer.py table

const maxStrDigits = 4300

func hexToFloat(s string) float64 {
	f, err := FloatFromHex(s)
	if err != nil {
		panic(err)
	}
	return f
}

func toInt(s string) *big.Int {
	v, _ := new(big.Int).SetString(s, 10)
	return v
}

func outcome(text string, err error) string {
	if err == nil {
		return text
	}
	kind := [...]string{"ValueError", "OverflowError", "MemoryError"}[err.(*Error).Kind]
	return kind + ": " + err.Error()
}

func floatOutcome(f float64, err error) string { return outcome(FloatHex(f), err) }

func numberOutcome(n Number, err error) string { return outcome(n.String(), err) }

func formatCase(kind, value, spec string) (string, error) {
	class := map[string]Class{"int": Int, "bool": Int, "float": Float, "complex": Complex, "str": Str}[kind]
	if kind == "bool" {
		value = map[string]string{"True": "1", "False": "0"}[value]
	}
	s, err := ParseSpec(spec, class, kind)
	if err != nil {
		return "", err
	}
	switch class {
	case Float:
		return FormatFloat(&s, hexToFloat(value))
	case Complex:
		re, im, _ := strings.Cut(value, " ")
		return FormatComplex(&s, hexToFloat(re), hexToFloat(im))
	case Str:
		return FormatStr(&s, value)
	}
	v := toInt(value)
	text, err := FormatBig(&s, v, maxStrDigits)
	if v.IsInt64() {
		if small, serr := FormatInt(&s, v.Int64()); small != text || outcome("", serr) != outcome("", err) {
			return "", fmt.Errorf("FormatInt %q, FormatBig %q", small, text)
		}
	}
	return text, err
}

func percentCase(conv, kind, value string) (string, error) {
	p := Percent{Width: -1, Prec: -1, Type: conv[len(conv)-1]}
	i := 1
	for ; strings.IndexByte("-+ #0", conv[i]) >= 0; i++ {
		p.Flags |= 1 << strings.IndexByte("-+ #0", conv[i])
	}
	width, prec, dot := strings.Cut(conv[i:len(conv)-1], ".")
	if width != "" {
		p.Width, _ = strconv.Atoi(width)
	}
	if dot {
		p.Prec, _ = strconv.Atoi(prec)
	}
	if kind == "float" {
		text, err := p.AppendFloat(nil, hexToFloat(value))
		return string(text), err
	}
	v := toInt(value)
	out, err := p.AppendBig([]byte("x"), v, maxStrDigits)
	text := strings.TrimPrefix(string(out), "x")
	if v.IsInt64() {
		if small, _ := p.AppendInt(nil, v.Int64()); string(small) != text {
			return "", fmt.Errorf("AppendInt %q, AppendBig %q", small, text)
		}
	}
	return text, err
}

// Padding, however wide, is done in pieces and can be stopped between them.
func TestWide(t *testing.T) {
	const n = 5*fillPiece + 3
	big := new(big.Int).Lsh(big.NewInt(1), 100)
	for _, c := range []struct {
		spec string
		f    func(s *Spec) ([]byte, error)
		want string
	}{
		{"0*d", func(s *Spec) ([]byte, error) { return AppendInt(nil, s, -7) }, "-" + strings.Repeat("0", n-2) + "7"},
		{"☃^*d", func(s *Spec) ([]byte, error) { return AppendBig(nil, s, big, 0) }, ""},
		{"0*,d", func(s *Spec) ([]byte, error) { return AppendInt(nil, s, 1234567) }, strings.Repeat("000,", n/4-2) + "001,234,567"},
		{"*.2f", func(s *Spec) ([]byte, error) { return AppendFloat(nil, s, 1.5) }, strings.Repeat(" ", n-4) + "1.50"},
		{"<*", func(s *Spec) ([]byte, error) { text, err := FormatStr(s, "ab"); return []byte(text), err }, "ab" + strings.Repeat(" ", n-2)},
	} {
		class := Int
		if strings.HasSuffix(c.spec, "f") {
			class = Float
		} else if c.spec == "<*" {
			class = Str
		}
		if c.want == "" {
			text := big.String()
			left := (n - len(text)) / 2
			c.want = strings.Repeat("☃", left) + text + strings.Repeat("☃", n-len(text)-left)
		}
		s, err := ParseSpec(strings.Replace(c.spec, "*", strconv.Itoa(n), 1), class, "int")
		if err != nil {
			t.Fatal(err)
		}
		testStops(t, c.spec, c.want, func(stop func() bool) ([]byte, error) {
			s := s
			s.Stop = stop
			return c.f(&s)
		})
	}
	p := Percent{Width: n, Prec: -1, Type: 'd', Flags: PercentLeft}
	testStops(t, "%-*d", "x42"+strings.Repeat(" ", n-2), func(stop func() bool) ([]byte, error) {
		p := p
		p.Stop = stop
		return p.AppendInt([]byte("x"), 42)
	})
}

// testStops stops f at each question.
func testStops(t *testing.T, name, want string, f func(stop func() bool) ([]byte, error)) {
	for at := 1; ; at++ {
		asked := 0
		got, err := f(func() bool { asked++; return asked == at })
		if asked < at {
			if string(got) != want || err != nil || asked < 4 {
				t.Errorf("%s: %d bytes %.20q...%q, want %d %.20q, asked %d times, %v", name, len(got), got, got[max(len(got)-20, 0):], len(want), want, asked, err)
			}
			return
		}
		if err != ErrStopped {
			t.Fatalf("%s: question %d: %v", name, at, err)
		}
	}
}

func parseIntCase(text, base string) string {
	b, _ := strconv.Atoi(base)
	v, digits, status := ParseInt(ASCIINumber(text), b, maxStrDigits)
	switch status {
	case BadParseBase:
		return "ValueError: int() base must be >= 2 and <= 36, or 0"
	case Malformed:
		return "ValueError: invalid literal"
	case TooLong:
		return outcome("", TooManyDigitsIn(maxStrDigits, digits))
	}
	return v.String()
}

// run answers a case as testdata/answer.py does.
func run(c []string) string {
	switch a := c[1:]; c[0] {
	case "format":
		return outcome(formatCase(a[0], a[1], a[2]))
	case "percent":
		return outcome(percentCase(a[0], a[1], a[2]))
	case "repr":
		if a[0] == "float" {
			return FloatRepr(hexToFloat(a[1]))
		}
		re, im, _ := strings.Cut(a[1], " ")
		return ComplexRepr(hexToFloat(re), hexToFloat(im))
	case "float":
		f, ok := ParseFloat(ASCIINumber(a[0]))
		if !ok {
			return "ValueError: could not convert string to float"
		}
		return FloatHex(f)
	case "int":
		return parseIntCase(a[0], a[1])
	case "hex":
		return FloatHex(hexToFloat(a[0]))
	case "fromhex":
		return floatOutcome(FloatFromHex(a[0]))
	case "round":
		n, _ := strconv.Atoi(a[1])
		return floatOutcome(RoundFloat(hexToFloat(a[0]), n))
	case "roundint":
		n, _ := strconv.Atoi(a[1])
		return RoundBig(toInt(a[0]), n).String()
	case "rint":
		return numberOutcome(RoundToInt(hexToFloat(a[0])))
	case "trunc":
		return numberOutcome(TruncFloat(hexToFloat(a[0])))
	case "ratio":
		num, den, err := FloatRatio(hexToFloat(a[0]))
		return outcome(num.String()+" "+den.String(), err)
	case "tofloat":
		return floatOutcome(BigToFloat(toInt(a[0])))
	}
	return "unknown case"
}

func TestTable(t *testing.T) {
	data, err := os.ReadFile("testdata/cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases [][]string
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		last := len(c) - 1
		if got := run(c[:last]); got != c[last] {
			t.Errorf("%.120q:\n got  %.200q\n want %.200q", c[:last], got, c[last])
		}
	}
}

// randomFloat favours the shapes that break formatters: short decimals, halves, powers, subnormals, any bits.
func randomFloat(r *rand.Rand) float64 {
	f := 0.0
	switch r.Intn(9) {
	case 0:
		f = math.Float64frombits(r.Uint64())
	case 1:
		f = float64(r.Int63n(1e6)) / math.Pow(10, float64(r.Intn(9)))
	case 2:
		f = float64(r.Int63n(1e4)) / float64(int(1)<<r.Intn(12))
	case 3:
		f = math.Ldexp(1, r.Intn(2098)-1074)
	case 4:
		f = math.Float64frombits(r.Uint64() >> (12 + r.Intn(52)))
	case 5:
		f = math.Pow(10, float64(r.Intn(40)-20)) * (1 + float64(r.Intn(3)-1)*1e-16)
	case 6:
		f = r.NormFloat64()
	case 7:
		f = float64(r.Int63() >> r.Intn(63))
	default:
		f = math.Exp(r.NormFloat64() * 40)
	}
	if r.Intn(4) == 0 {
		f = -f
	}
	return f
}

func randomInt(r *rand.Rand) string {
	v := new(big.Int).Rand(r, new(big.Int).Lsh(big.NewInt(1), uint(1+r.Intn(90))))
	if r.Intn(20) == 0 {
		v.Exp(v, big.NewInt(int64(r.Intn(30))), nil)
	}
	if r.Intn(3) == 0 {
		v.Neg(v)
	}
	return v.String()
}

func pick(r *rand.Rand, from ...string) string { return from[r.Intn(len(from))] }

func number(r *rand.Rand, below int) string { return strconv.Itoa(r.Intn(below)) }

func randomCase(r *rand.Rand) []string {
	switch r.Intn(12) {
	case 0, 1, 2, 3:
		kind := pick(r, "int", "float", "float", "complex", "str", "bool")
		var value string
		switch kind {
		case "int":
			value = randomInt(r)
		case "float":
			value = FloatHex(randomFloat(r))
		case "complex":
			value = FloatHex(randomFloat(r)) + " " + FloatHex(randomFloat(r))
		case "str":
			value = "añσ😀xyz"[:[]int{0, 1, 3, 5, 9, 10, 12}[r.Intn(7)]]
		default:
			value = pick(r, "True", "False")
		}
		spec := pick(r, "", "", "", "<", ">", "^", "=", "x<", "é^", "0=", "*>", "😀=") + pick(r, "", "", "", "", "+", "-", " ") +
			pick(r, "", "", "", "", "", "z") + pick(r, "", "", "", "", "#") + pick(r, "", "", "", "0") + pick(r, "", number(r, 40)) +
			pick(r, "", "", "", ",", "_") + pick(r, "", "", "."+number(r, 24)) + pick(r, "", "d", "b", "o", "x", "X", "n", "c", "e", "E", "f", "F", "g", "G", "%", "s", "f", "g", "e", "d")
		if r.Intn(30) == 0 {
			spec += pick(r, "q", ",", ".", " ", "5", "é")
		}
		if spec == "" {
			return randomCase(r) // an empty specifier is str()
		}
		return []string{"format", kind, value, spec}
	case 4, 5:
		kind, value, code := "float", FloatHex(randomFloat(r)), pick(r, "e", "E", "f", "F", "g", "G")
		if r.Intn(2) == 0 {
			kind, value, code = "int", randomInt(r), pick(r, "d", "i", "u", "o", "x", "X")
		}
		return []string{"percent", "%" + pick(r, "", "", "-", "0", "+", " ", "#", "#0", "-0", "+ ", "0+", "#-+0") + pick(r, "", "1", "5", "12", "25") + pick(r, "", "", "."+number(r, 25)) + code, kind, value}
	case 6:
		if r.Intn(3) == 0 {
			return []string{"repr", "complex", FloatHex(randomFloat(r)) + " " + FloatHex(randomFloat(r))}
		}
		return []string{"repr", "float", FloatHex(randomFloat(r))}
	case 7:
		text := strconv.FormatFloat(randomFloat(r), "efg"[r.Intn(3)], r.Intn(25)-1, 64)
		for r.Intn(3) == 0 {
			i := r.Intn(len(text) + 1)
			text = text[:i] + pick(r, "_", "0", "e", ".", "-", "5", "9999", " ", "٣") + text[i:]
		}
		return []string{"float", text}
	case 8:
		base := r.Intn(37)
		if base == 1 {
			base = 10
		}
		text := toInt(randomInt(r)).Text(max(base, 2))
		for r.Intn(2) == 0 {
			i := r.Intn(min(4, len(text)+1))
			text = text[:i] + pick(r, "_", "0", "0x", "0b", "0o", "-", "+", "z", " ", "٣") + text[i:]
		}
		return []string{"int", text, strconv.Itoa(base)}
	case 9:
		f := FloatHex(randomFloat(r))
		for r.Intn(3) == 0 {
			i := r.Intn(len(f) + 1)
			f = f[:i] + pick(r, "8", "0", "f", ".", "p", "x", "-", "1", "80000000000001") + f[i:]
		}
		return []string{"fromhex", f}
	case 10:
		return []string{"round", FloatHex(randomFloat(r)), strconv.Itoa(r.Intn(30) - 8)}
	}
	switch r.Intn(5) {
	case 0:
		return []string{"roundint", randomInt(r), strconv.Itoa(r.Intn(20) - 18)}
	case 1:
		return []string{"tofloat", randomInt(r)}
	}
	return []string{pick(r, "hex", "rint", "trunc", "ratio"), FloatHex(randomFloat(r))}
}

func TestAgainstCPython(t *testing.T) {
	python := oracle.Find()
	if python == "" {
		t.Skip("no CPython 3.13 to compare with")
	}
	seed := time.Now().UnixNano()
	if s := os.Getenv("PSY_SEED"); s != "" {
		seed, _ = strconv.ParseInt(s, 10, 64)
	}
	count := 20000
	if s := os.Getenv("PSY_CASES"); s != "" {
		count, _ = strconv.Atoi(s)
	}
	t.Logf("seed %d (PSY_SEED), %d cases (PSY_CASES)", seed, count)
	r := rand.New(rand.NewSource(seed))
	var in bytes.Buffer
	cases := make([][]string, count)
	for i := range cases {
		cases[i] = randomCase(r)
		line, _ := json.Marshal(cases[i])
		in.Write(append(line, '\n'))
	}
	cmd := exec.Command(python, "-I", "testdata/answer.py")
	cmd.Stdin, cmd.Stderr = &in, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(bytes.NewReader(out))
	lines.Buffer(nil, 1<<20)
	bad, i := 0, 0
	for ; lines.Scan(); i++ {
		var want string
		if err := json.Unmarshal(lines.Bytes(), &want); err != nil {
			t.Fatal(err)
		}
		if got := run(cases[i]); got != want {
			t.Errorf("%q:\n got  %q\n want %q", cases[i], got, want)
			if bad++; bad == 25 {
				return
			}
		}
	}
	if i != count {
		t.Errorf("%d answers to %d cases", i, count)
	}
}

// TestSurrogates: JSON has no lone surrogates, so these cases stand here.
func TestSurrogates(t *testing.T) {
	const low = "\xed\xa0\x80" // U+D800
	for _, c := range []struct{ kind, value, spec, want string }{
		{"int", "1", low + ">3", low + low + "1"},
		{"int", "1", low, "ValueError: Unknown format code '\\xd800' for object of type 'int'"},
		{"int", "55296", "c", low},
		{"str", low + "a", low + "^5.1", low + low + low + low + low},
		{"str", "a" + low, ".1", "a"},
	} {
		if got := outcome(formatCase(c.kind, c.value, c.spec)); got != c.want {
			t.Errorf("format(%s, %q) = %q, want %q", c.value, c.spec, got, c.want)
		}
	}
}

func TestHugeSizes(t *testing.T) {
	for _, c := range [][]string{
		{"format", "int", "1", "9223372036854775807"}, {"format", "int", "1", "09223372036854775807,"}, {"format", "int", "65", "9223372036854775807c"},
		{"format", "int", "1", ".2147483647f"}, {"format", "float", "1.0", "x=9223372036854775807"}, {"format", "float", "1.0", "#.2147483647g"},
		{"format", "complex", "1.0 1.0", "9223372036854775807"}, {"format", "str", "a", "9223372036854775807"},
		{"percent", "%9223372036854775807d", "int", "1"}, {"percent", "%.9223372036854775807x", "int", "1"}, {"percent", "%.2147483647e", "float", "1.0"},
	} {
		if got := run(c); got != "MemoryError: " {
			t.Errorf("%q = %.100q", c, got)
		}
	}
	if v := RoundBig(toInt("-5"), math.MinInt); v.Sign() != 0 {
		t.Errorf("round(-5, min) = %s", v)
	}
}

// FuzzSpec holds that no specifier makes a formatter panic.
func FuzzSpec(f *testing.F) {
	for _, s := range []string{"", "x<5", "010,.3f", "\xed\xa0\x80^9", "\xff=3", "+z#0_.2%"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, spec string) {
		for _, kind := range []string{"int", "float", "complex", "str"} {
			s, err := ParseSpec(spec, map[string]Class{"int": Int, "float": Float, "complex": Complex, "str": Str}[kind], kind)
			if err != nil || s.Width > 1000 || s.Prec > 1000 {
				continue
			}
			FormatInt(&s, -12345)
			FormatFloat(&s, -1234.5)
			FormatComplex(&s, 1, math.Inf(-1))
			FormatStr(&s, spec)
		}
	})
}

// FuzzParse holds that no text makes a parser panic.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"", "0x_f", "-1_0", "1e5", "0x1.8p-3", "inf", "\xff", "٣"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, s := range []string{text, ASCIINumber(text)} {
			ParseFloat(s)
			ParseFloatPrefix(s)
			FloatFromHex(s)
			for _, base := range []int{0, 2, 10, 16, 36, 37, -1} {
				ParseInt(s, base, 4300)
			}
		}
	})
}

func BenchmarkRepr(b *testing.B) {
	for b.Loop() {
		FloatRepr(3.14159)
	}
}

func BenchmarkFixed(b *testing.B) {
	for b.Loop() {
		s, _ := ParseSpec(".2f", Float, "float")
		FormatFloat(&s, 1234.5678)
	}
}

func BenchmarkGrouped(b *testing.B) {
	s, _ := ParseSpec(",", Int, "int")
	for b.Loop() {
		FormatInt(&s, 123456789)
	}
}

func BenchmarkRound(b *testing.B) {
	for b.Loop() {
		RoundFloat(1234.5678, 2)
	}
}

func BenchmarkParseFloat(b *testing.B) {
	for b.Loop() {
		ParseFloat("1234.5678")
	}
}

func BenchmarkParseInt(b *testing.B) {
	for b.Loop() {
		ParseInt("123456789", 10, 4300)
	}
}

func BenchmarkParseMillionDigits(b *testing.B) {
	text := strings.Repeat("1234567890", 100000)
	for b.Loop() {
		ParseInt(text, 10, 0)
	}
}

// ShortFloat gives what strconv gives, or nothing.
func TestShortFloat(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	piece := []string{"0", "1", "9", "12", "345", "6789", "000", ".", ".", "-", "+", "e", "E", "e-", "e+", "5", "22", "23", "_", " ", "x", "123456789012345"}
	found := 0
	for range 200_000 {
		text := ""
		for range 1 + r.Intn(6) {
			text += piece[r.Intn(len(piece))]
		}
		f, ok := ShortFloat(text)
		if !ok {
			continue
		}
		found++
		want, err := strconv.ParseFloat(text, 64)
		if err != nil || math.Float64bits(f) != math.Float64bits(want) {
			t.Fatalf("%q: %v, not %v (%v)", text, f, want, err)
		}
	}
	if found < 20_000 {
		t.Errorf("only %d of the texts are floats", found)
	}
	for _, text := range []string{"", "-", "+", ".", "-.", "e5", "1e", "1e+", "1e-", "1e5x", "1.2.3", "--1", "1e1_0", "1234567890123456", "1e23", "1e-23", "nan", "1e00005", "1ee5"} {
		if f, ok := ShortFloat(text); ok {
			t.Errorf("%q: %v", text, f)
		}
	}
}
