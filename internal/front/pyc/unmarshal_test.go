package pyc

// Marshal data: values, references, errors as CPython's marshal.loads gives them, and hostile sizes.

import (
	"errors"
	"math"
	"math/big"
	"runtime"
	"strings"
	"testing"
)

func noAddress(*Code) uint64 { return 0 }

func TestUnmarshal(t *testing.T) {
	for _, test := range []struct{ data, want string }{
		{"N", "None"},
		{"T", "True"},
		{"F", "False"},
		{".", "Ellipsis"},
		{"S", "<class 'StopIteration'>"},
		{"i\xff\xff\xff\xff", "-1"},
		{"I\x01\x01\x01\x01\x01\x01\x01\x01", "72340172838076673"},
		{"l\x00\x00\x00\x00", "0"},
		{"l\x03\x00\x00\x00\x00\x00\x00\x00\x01\x00", "1073741824"},
		{"l\xfb\xff\xff\xff\xff\x7f\xff\x7f\xff\x7f\xff\x7f\xff\x7f", "-37778931862957161709567"},
		{"f\x031.5", "1.5"},
		{"f\x03inf", "inf"},
		{"f\x051e999", "inf"},
		{"g\x00\x00\x00\x00\x00\x00\xf8?", "1.5"},
		{"x\x011\x02-2", "(1-2j)"},
		{"y\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00@", "2j"},
		{"s\x03\x00\x00\x00a'\xff", `b"a'\xff"`},
		{"u\x02\x00\x00\x00\xc3\xa9", "'é'"},
		{"u\x06\x00\x00\x00\xed\xa0\x80\xed\xb0\x80", `'\ud800\udc00'`},
		{"t\x01\x00\x00\x00a", "'a'"},
		{"a\x02\x00\x00\x00\xe9a", "'éa'"},
		{"A\x01\x00\x00\x00\n", `'\n'`},
		{"z\x01a", "'a'"},
		{"Z\x01'", `"'"`},
		{")\x01N", "(None,)"},
		{"(\x02\x00\x00\x00NT", "(None, True)"},
		{"[\x01\x00\x00\x00N", "[None]"},
		{"<\x01\x00\x00\x00N", "{None}"},
		{"<\x00\x00\x00\x00", "set()"},
		{">\x01\x00\x00\x00N", "frozenset({None})"},
		{">\x00\x00\x00\x00", "frozenset()"},
		{"{NTTF0", "{None: True, True: False}"},
		{"{N0", "{}"},
		{")\x02\xe9\x07\x00\x00\x00r\x00\x00\x00\x00", "(7, 7)"},
		{"Ntrailing", "None"},
	} {
		c, err := Unmarshal([]byte(test.data))
		if err != nil {
			t.Errorf("%q: %v", test.data, err)
			continue
		}
		if got := Repr(c, noAddress); got != test.want {
			t.Errorf("%q: got %s, want %s", test.data, got, test.want)
		}
	}
}

func TestUnmarshalErrors(t *testing.T) {
	for _, test := range []struct{ data, want string }{
		{"", "EOFError: EOF read where object expected"},
		{"i\x00", "EOFError: marshal data too short"},
		{"?", "ValueError: bad marshal data (unknown type code)"},
		{"0", "TypeError: NULL object in marshal data for object"},
		{")\x010", "TypeError: NULL object in marshal data for tuple"},
		{"[\x01\x00\x00\x000", "TypeError: NULL object in marshal data for list"},
		{"<\x01\x00\x00\x000", "TypeError: NULL object in marshal data for set"},
		{"(\xff\xff\xff\xff", "ValueError: bad marshal data (tuple size out of range)"},
		{"[\xff\xff\xff\xff", "ValueError: bad marshal data (list size out of range)"},
		{"<\xff\xff\xff\xff", "ValueError: bad marshal data (set size out of range)"},
		{"s\xff\xff\xff\xff", "ValueError: bad marshal data (bytes object size out of range)"},
		{"u\xff\xff\xff\xff", "ValueError: bad marshal data (string size out of range)"},
		{"l\x01\x00\x00\x00\x00\x00", "ValueError: bad marshal data (unnormalized long data)"},
		{"l\x01\x00\x00\x00\x00\x80", "ValueError: bad marshal data (digit out of range in long)"},
		{"l\x00\x00\x00\x80", "ValueError: bad marshal data (long size out of range)"},
		{"r\x00\x00\x00\x00", "ValueError: bad marshal data (invalid reference)"},
		{"\xbe\x01\x00\x00\x00r\x00\x00\x00\x00", "ValueError: bad marshal data (invalid reference)"},
		{"f\x030x1", "ValueError: could not convert string to float: '0x1'"},
		{strings.Repeat("[\x01\x00\x00\x00", 2000) + "N", "ValueError: recursion limit exceeded"},
		{"u\x01\x00\x00\x00\xff", "ValueError: bad marshal data (invalid utf-8)"},
	} {
		_, err := Unmarshal([]byte(test.data))
		if err == nil || err.Error() != test.want {
			t.Errorf("%.40q: got %v, want %s", test.data, err, test.want)
		}
	}
	if _, err := Unmarshal([]byte(strings.Repeat("[\x01\x00\x00\x00", 1999) + "N")); err != nil {
		t.Error(err)
	}
}

// TestReferences checks that one object stays one object, through containers that hold themselves too.
func TestReferences(t *testing.T) {
	c, err := Unmarshal([]byte(")\x03\xfa\x01ar\x00\x00\x00\x00z\x01a"))
	if err != nil {
		t.Fatal(err)
	}
	items := c.(*Tuple).Items
	if items[0] != items[1] || items[0] == items[2] {
		t.Error("the references are lost")
	}
	c, err = Unmarshal([]byte("\xdb\x01\x00\x00\x00r\x00\x00\x00\x00"))
	if err != nil {
		t.Fatal(err)
	}
	if l := c.(*List); l.Items[0] != c {
		t.Error("the list does not hold itself")
	}
	out, err := Marshal(c)
	if err != nil || string(out) != "\xdb\x01\x00\x00\x00r\x00\x00\x00\x00" {
		t.Errorf("got %q, %v", out, err)
	}
	if _, err := MarshalVersion(c, 2, nil); err == nil {
		t.Error("a list in itself was written without references")
	}
}

// TestHostileSizes checks that a size without data behind it costs nothing.
func TestHostileSizes(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for _, head := range []string{"(", "[", "<", ">", "s", "u", "a", "l", "t"} {
		if _, err := Unmarshal([]byte(head + "\xff\xff\xff\x7f")); err == nil {
			t.Errorf("%s: accepted", head)
		}
		if _, err := Unmarshal([]byte(strings.Repeat("(\xff\xff\xff\x7f", 1000) + head + "\xff\xff\xff\x7f")); err == nil {
			t.Errorf("nested %s: accepted", head)
		}
	}
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > 10<<20 {
		t.Errorf("%d bytes were allocated", n)
	}
}

func TestMarshalVersions(t *testing.T) {
	big1 := new(big.Int).Lsh(big.NewInt(1), 300)
	s := str("shared")
	c := &Tuple{[]Const{
		None{}, Bool(true), Bool(false), Ellipsis{}, StopIteration{}, Int(math.MinInt64), Int(math.MaxInt64), Int(-1), Int(1 << 31),
		NewInt(big1), NewInt(new(big.Int).Neg(big1)), Float(0.1), Float(math.Inf(-1)), Float(1e100), &Complex{1.5, -0.5},
		s, s, str(strings.Repeat("x", 300)), &Bytes{"\x00\xff"}, &List{[]Const{s}}, &Dict{[]Const{s}, []Const{None{}}}, &Set{[]Const{s}}, &FrozenSet{Items: []Const{s}},
		&Tuple{make256()}, &Str{S: "é\xed\xa0\x80", Len: 2, Max: 0xD800},
	}}
	want := Repr(c, noAddress)
	for version := range marshalVersion + 1 {
		data, err := MarshalVersion(c, version, nil)
		if err != nil {
			t.Fatal(err)
		}
		back, err := Unmarshal(data)
		if err != nil {
			t.Fatalf("version %d: %v", version, err)
		}
		if got := Repr(back, noAddress); got != want {
			t.Errorf("version %d:\n got %s\nwant %s", version, got, want)
		}
	}
}

func make256() []Const {
	items := make([]Const, 256)
	for i := range items {
		items[i] = Int(i)
	}
	return items
}

func TestContainer(t *testing.T) {
	body := corpus(t)[0][headerSize:]
	for _, test := range []struct {
		data string
		want string
	}{
		{"", "Bad code object in .pyc file\n  rule header broken in the file at offset 0: the file ends in its header"},
		{"\xf3\r", "Bad code object in .pyc file\n  rule header broken in the file at offset 2: the file ends in its header"},
		{"\xf2\r\r\n", "Bad magic number in .pyc file"},
		{"\xf3\r\r\n\x00\x00", "Bad code object in .pyc file\n  rule header broken in the file at offset 6: the file ends in its header"},
		{"\xf3\r\r\n\x04\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00" + string(body), "Bad code object in .pyc file\n  rule header broken in the file at offset 4: unknown flags"},
		{"\xf3\r\r\n\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00", "Bad code object in .pyc file\n  rule marshal broken in the file at offset 16: EOF read where object expected"},
		{"\xf3\r\r\n\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00N", "Bad code object in .pyc file\n  rule marshal broken in the file at offset 16: the file holds no code object"},
	} {
		_, err := Load([]byte(test.data))
		if err == nil || err.Error() != test.want {
			t.Errorf("%.40q: got %v\nwant %s", test.data, err, test.want)
		}
	}
	if _, err := Load([]byte("\xf2\r\r\n")); !errors.Is(err, ErrMagic) {
		t.Error(err)
	}
	for _, h := range []Header{{MTime: 5, Size: 7}, {Flags: HashBased, Hash: 1 << 60}, {Flags: HashBased | CheckSource, Hash: 3}} {
		p, err := Load(append(AppendHeader(nil, h), body...))
		if err != nil || p.Header != h {
			t.Errorf("%+v: got %+v, %v", h, p, err)
		}
	}
}

// Writing and reading much can be stopped at each question, and not only at first.
func TestStop(t *testing.T) {
	const n = 20000
	ints, pairs := make([]Const, n), make([]Const, n)
	for i := range n {
		ints[i] = Int(1000 + i)
		pairs[i] = &Tuple{Items: []Const{Int(i), Float(i)}}
	}
	for _, c := range []Const{&List{Items: ints}, &Tuple{Items: pairs}, &Set{Items: ints}, &FrozenSet{Items: pairs}, &Dict{Keys: ints, Values: pairs}} {
		want, err := Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		check := func(what string, f func(stop Stop) ([]byte, error)) {
			for at := 1; ; at++ {
				asked := 0
				got, err := f(func(int) bool { asked++; return asked == at })
				if asked < at { // to the end
					if err != nil || string(got) != string(want) {
						t.Errorf("%s %T: %v", what, c, err)
					}
					if asked < n/5000 {
						t.Errorf("%s %T: asked %d times", what, c, asked)
					}
					return
				}
				if asked != at || err != ErrStopped {
					t.Fatalf("%s %T: stopped at question %d, asked %d, %v", what, c, at, asked, err)
				}
			}
		}
		check("writing", func(stop Stop) ([]byte, error) { return MarshalVersion(c, marshalVersion, stop) })
		check("reading", func(stop Stop) ([]byte, error) {
			back, size, err := UnmarshalPrefix(want, stop)
			if err != nil {
				return nil, err
			}
			if size != len(want) {
				t.Errorf("%T: %d of %d bytes read", c, size, len(want))
			}
			return Marshal(back)
		})
	}
}

// In what is listed, the order of a set does not depend on hashes.
func TestSortedRepr(t *testing.T) {
	set := &Tuple{[]Const{&FrozenSet{Items: []Const{str("b"), Int(10), str("a"), &Tuple{[]Const{&FrozenSet{Items: []Const{str("z"), str("y")}}}}}}}}
	const sorted, asFound = "(frozenset({'a', 'b', (frozenset({'y', 'z'}),), 10}),)", "(frozenset({'b', 10, 'a', (frozenset({'z', 'y'}),)}),)"
	if got := sortedRepr(set, nil); got != sorted {
		t.Errorf("sorted: %s, want %s", got, sorted)
	}
	if got := Repr(set, nil); got != asFound {
		t.Errorf("%s, want %s", got, asFound)
	}
}
