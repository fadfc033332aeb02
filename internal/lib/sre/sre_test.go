package sre

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"testing"
	"unicode/utf8"
	"unsafe"

	"github.com/psyco-go/psy/internal/testkit/oracle"
)

// testCase is a line of gen/cases.py.
type testCase struct {
	pattern     string
	words       []uint32
	groups      int
	text        []rune
	pos, endpos int
	results     [3][]any
	all         [][2]int
}

func (c *testCase) UnmarshalJSON(b []byte) error {
	var text string
	err := json.Unmarshal(b, &[]any{&c.pattern, &c.words, &c.groups, &text, &c.pos, &c.endpos, &c.results, &c.all})
	c.text = []rune(text)
	return err
}

// texts gives the text in all forms that have room for it.
func (c *testCase) texts() (list []Text) {
	n := c.endpos
	top := rune(0)
	for _, r := range c.text {
		top = max(top, r)
	}
	if top < 256 {
		s := make([]uint8, len(c.text)+1)
		for i, r := range c.text {
			s[i] = uint8(r)
		}
		list = append(list, Text{unsafe.Pointer(&s[0]), n, 0})
	}
	if top < 65536 {
		s := make([]uint16, len(c.text)+1)
		for i, r := range c.text {
			s[i] = uint16(r)
		}
		list = append(list, Text{unsafe.Pointer(&s[0]), n, 1})
	}
	s := append(slices.Clone(c.text), 0)
	return append(list, Text{unsafe.Pointer(&s[0]), n, 2})
}

// result gives what the machine found as gen/cases.py writes it.
func result(m *Machine, s Status) string {
	if s == No {
		return "null"
	}
	r := []any{m.Start, m.End, m.LastGroup}
	for i := 0; i < len(m.Marks); i += 2 {
		span := []int{m.Marks[i], m.Marks[i+1]}
		if span[0] < 0 || span[1] < 0 {
			span = []int{-1, -1}
		}
		r = append(r, span)
	}
	b, _ := json.Marshal(r)
	return string(b)
}

func run(t *testing.T, r io.Reader) {
	in := bufio.NewScanner(r)
	in.Buffer(nil, 1<<24)
	var m Machine
	cases, wrong := 0, 0
	for in.Scan() {
		var c testCase
		if err := json.Unmarshal(in.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		cases++
		p, err := Compile(c.words, c.groups)
		if err != nil {
			t.Errorf("%q: %v", c.pattern, err)
			continue
		}
		for _, text := range c.texts() {
			got := [3]string{
				result(&m, m.Search(p, text, c.pos, Mode{})),
				result(&m, m.Match(p, text, c.pos, Mode{})),
				result(&m, m.Match(p, text, c.pos, Mode{All: true})),
			}
			for i, g := range got {
				if w, _ := json.Marshal(c.results[i]); g != string(w) {
					t.Errorf("%s of %q in %q[%d:%d] (kind %d): %s, want %s", [...]string{"search", "match", "fullmatch"}[i], c.pattern, string(c.text), c.pos, c.endpos, text.Kind, g, w)
					wrong++
				}
			}
			var all [][2]int
			pos, mode := c.pos, Mode{}
			for pos <= c.endpos && m.Search(p, text, pos, mode) == Yes {
				all = append(all, [2]int{m.Start, m.End})
				pos, mode.Move = m.End, m.Start == m.End
			}
			if !slices.Equal(all, c.all) {
				t.Errorf("finditer of %q in %q[%d:%d] (kind %d): %v, want %v", c.pattern, string(c.text), c.pos, c.endpos, text.Kind, all, c.all)
				wrong++
			}
			if wrong > 20 {
				t.FailNow()
			}
		}
	}
	if cases < 100 {
		t.Error("hardly any cases")
	}
	t.Log(cases, "cases")
}

//go:generate go run ../../../tests/withpython -out testdata/cases.jsonl.gz gen/cases.py table -- gen/cases.py random 3000 1

// TestCases compares with what CPython's engine makes of its own tests and of random patterns.
func TestCases(t *testing.T) {
	f, err := os.Open("testdata/cases.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	run(t, z)
}

// TestLive asks an installed CPython for PSY_TEST_PATTERNS other random patterns, from PSY_TEST_SEED on.
func TestLive(t *testing.T) {
	python := oracle.Find()
	if python == "" {
		t.Skip("no CPython 3.13 found (PSY_CPYTHON, python3.13 on PATH, pyenv)")
	}
	n, seed := os.Getenv("PSY_TEST_PATTERNS"), os.Getenv("PSY_TEST_SEED")
	if n == "" {
		n = "1000"
	}
	if seed == "" {
		seed = "4711"
	}
	out, err := exec.Command(python, "gen/cases.py", "random", n, seed).Output()
	if err != nil {
		t.Fatal(err)
	}
	run(t, bytes.NewReader(out))
}

func text8(s string) Text { return Text{unsafe.Pointer(unsafe.StringData(s)), len(s), 0} }

// (a+)+$ and (?:(.).)*, as CPython compiles them.
var (
	nested = []uint32{sRepeat, 14, 1, MaxRepeat, sMark, 0, sRepeatOne, 6, 1, MaxRepeat, sLiteral, 'a', sSuccess, sMark, 1, sMaxUntil, sAt, atEnd, sSuccess}
	pairs  = []uint32{sRepeat, 9, 0, MaxRepeat, sMark, 0, sAny, sMark, 1, sAny, sMaxUntil, sSuccess}
)

// A match that would take for ever can be stopped, and one that would take too much memory fails.
func TestStopped(t *testing.T) {
	p, err := Compile(nested, 1)
	if err != nil {
		t.Fatal(err)
	}
	long := ""
	for range 5000 {
		long += "aaaaaaaa"
	}
	asked := 0
	m := Machine{Host: Host{Halted: func() bool { asked++; return asked > 100 }}}
	if s := m.Match(p, text8(long[:100]+"b"), 0, Mode{}); s != Stopped || asked != 101 {
		t.Errorf("status %d after %d polls", s, asked)
	}
	p, err = Compile(pairs, 1)
	if err != nil {
		t.Fatal(err)
	}
	m = Machine{Host: Host{Grow: func(n uint64) bool { return n < 1<<18 }}}
	if s := m.Match(p, text8(long), 0, Mode{}); s != NoMemory {
		t.Errorf("status %d", s)
	}
	if m = (Machine{}); m.Match(p, text8(long), 0, Mode{}) != Yes || m.End != len(long) {
		t.Errorf("ends at %d", m.End)
	}
}

// TestHostile damages code words: they are refused, or run without harm.
func TestHostile(t *testing.T) {
	f, err := os.Open("testdata/cases.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, _ := gzip.NewReader(f)
	in := bufio.NewScanner(z)
	in.Buffer(nil, 1<<24)
	seed := uint32(1)
	rnd := func(n int) int {
		seed = seed*1664525 + 1013904223
		return int(seed>>8) % n
	}
	accepted := 0
	for i := 0; in.Scan(); i++ {
		var c testCase
		if json.Unmarshal(in.Bytes(), &c) != nil || i%3 != 0 {
			continue
		}
		for range 20 {
			w := slices.Clone(c.words)
			for range 1 + rnd(2) {
				switch k := rnd(len(w)); rnd(4) {
				case 0:
					w[k] = uint32(rnd(50))
				case 1:
					w[k] = []uint32{0, MaxRepeat, MaxRepeat - 1, 1 << 31, 1<<31 - 1, 256}[rnd(6)]
				case 2:
					w = slices.Delete(w, k, k+1)
				case 3:
					w = slices.Insert(w, k, uint32(rnd(50)))
				}
				if len(w) == 0 {
					break
				}
			}
			p, err := Compile(w, c.groups)
			if err != nil {
				continue
			}
			accepted++
			polls := 0
			m := Machine{Host: Host{Halted: func() bool { polls++; return polls > 3 }, Grow: func(n uint64) bool { return n < 1<<20 }}}
			for _, text := range c.texts() {
				m.Search(p, text, c.pos, Mode{})
			}
		}
	}
	t.Log(accepted, "accepted")
}

func FuzzCompile(f *testing.F) {
	f.Add("a", []byte{sInfo, 4, 0, 1, 1, sLiteral, 'a', sSuccess})
	f.Fuzz(func(t *testing.T, text string, code []byte) {
		w := make([]uint32, len(code))
		for i, b := range code {
			w[i] = uint32(b)
		}
		p, err := Compile(w, 3)
		if err != nil || !utf8.ValidString(text) {
			return
		}
		polls := 0
		m := Machine{Host: Host{Halted: func() bool { polls++; return polls > 3 }}}
		m.Search(p, text8(text+"\x00"), 0, Mode{})
	})
}

func ExampleMachine_Search() {
	p, _ := Compile([]uint32{sRepeatOne, 6, 1, MaxRepeat, sLiteral, 'a', sSuccess, sLiteral, 'b', sSuccess}, 0)
	var m Machine
	fmt.Println(m.Search(p, text8("xaab"), 0, Mode{}) == Yes, m.Start, m.End)
	// Output: true 1 4
}
