package editor

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hinshun/vt10x"
)

// fake is a terminal that answers nothing.
type fake struct {
	io.Reader
	vt10x.Terminal
	mu             sync.Mutex
	columns, lines int
	resized        chan struct{}
	interrupted    chan struct{}
}

func newFake(in io.Reader, columns, lines int) *fake {
	return &fake{Reader: in, Terminal: vt10x.New(vt10x.WithSize(columns, lines)), columns: columns, lines: lines, resized: make(chan struct{}), interrupted: make(chan struct{})}
}

func (f *fake) Size() (columns, lines int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.columns, f.lines
}
func (f *fake) Resized() <-chan struct{} { return f.resized }
func (f *fake) Suspend()                 {}

func (f *fake) Interrupted() <-chan struct{} { return f.interrupted }

// text is what is to be seen, without what is blank at the end of lines and of the screen.
func (f *fake) text() string {
	lines := strings.Split(f.String(), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " \x00")
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

// wants waits until something is to be seen.
func (f *fake) wants(t *testing.T, want string) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(time.Millisecond) {
		if f.text() == want {
			return
		}
	}
	t.Fatalf("the screen is\n%s\n\nit should be\n%s", f.text(), want)
}

// lined reads texts that a line ends which does not end in a comma; behind a comma a line is indented by two blanks.
var lined = Text{
	First: "> ", More: ". ",
	Whole: func(text string) bool { return !strings.HasSuffix(text, ",") },
	Indent: func(before string) string {
		if strings.HasSuffix(before, ",") {
			return "  "
		}
		return ""
	},
	Complete: func(before string) (word string, words []string) {
		word = before[strings.LastIndexAny(before, " \n")+1:]
		for _, w := range []string{"alpha", "alphabet", "alps", "beta", "\x1b]0;evil\a"} {
			if strings.HasPrefix(w, word) {
				words = append(words, w)
			}
		}
		return word, words
	},
}

const left, right, cursorUp, cursorDown = "\x1b[D", "\x1b[C", "\x1b[A", "\x1b[B"

// TestKeys: what is read after some keys, when all come at once.
func TestKeys(t *testing.T) {
	history := []string{"one", "two,\nlines", "three", "tea"}
	for _, c := range []struct{ keys, want string }{
		{"abc\r", "abc"},
		{"abc\n", "abc"}, // typed before raw mode
		{"a,\rb\r", "a,\nb"},
		{"ac" + left + "b\r", "abc"},
		{"\x1bOD" + "x\x01y\x05z\r", "yxz"},
		{"a b c\x1b[1;5D\x1bbX\r", "a Xb c"},
		{"foo.bar baz\x01\x1bf\x1bfX\r", "foo.barX baz"},
		{"a b c\x17\x17d\x19\r", "a db c"}, // what is killed in a row is one text
		{"a b.c\x1b\x7f\x1b\x7f\x19\r", "a b.c"},
		{"a b c\x01\x1bd\x0b\x05\x19\x19\r", "a b ca b c"},
		{"one two\x15three\x19\r", "threeone two"},
		{"ab\x14\r", "ba"},
		{"abc" + left + "\x14\r", "acb"},
		{"\x14a\x14\r", "a"},
		{"abc\x7f\x08d\r", "ad"},
		{"abc\x01\x04\x1b[3~\r", "c"},
		{"        x\x01\x06\x06\x06\x06\x06\x06\x7f\r", "      x"},
		{"      \x7f\x7f\x7fx\r", "x"},
		{"abc\x1f\x1fd\r", "d"},
		{"abc def\x17\x1f\r", "abc def"},
		{"a,\rbc" + cursorUp + "X" + cursorDown + "Y\r", "a,X\nbcY"},
		{"a,\rb,\rc" + "\x1b<X\x1b>Y\r", "Xa,\nb,\ncY"},
		{"a,\rb" + cursorUp + "\x05\x1b[3~\r", "a,b"},
		{"a,\rb\x01\x7f\r", "a,b"},
		{"a,\rb" + cursorUp + "\x05\x0b\r", "a,b"},
		{"ab,\rc" + cursorUp + "\r\x1b>\r", "a\nb,\nc"}, // Enter above the last line breaks the line
		{"ab\x1b\rc\r", "ab\nc"},

		{cursorUp + "\r", "tea"},
		{cursorUp + cursorUp + cursorUp + "!\r", "two,\nlines!"},
		{cursorUp + cursorUp + cursorUp + cursorUp + "!\r\x1b>\r", "two,!\n\nlines"},
		{cursorUp + cursorUp + cursorUp + cursorUp + cursorUp + "\r", "one"},
		{strings.Repeat(cursorUp, 20) + "\r", "one"},
		{"new" + cursorUp + "X" + cursorUp + "Y" + cursorDown + "Z" + cursorDown + "!\r", "new!"},
		{"new" + cursorUp + "X" + cursorUp + "Y" + cursorDown + "Z\r", "teaXZ"},
		{cursorUp + "\x1f!\r", "tea!"},
		{"\x10\x10\x0e\r", "tea"},
		{"t\x1b[5~\x1b[5~\r", "three"},
		{"t\x1b[5~\x1b[5~\x1b[5~\x1b[6~\r", "three"},
		{"\x12on\r", "one"},
		{"\x12t\x12\r", "three"},
		{"\x12t\x12\x12\x12\x12\x13\r", "three"},
		{"\x12line" + "\x05!\r", "two,\nlines!"},
		{"abc\x12t\x07d\r", "abcd"},
		{"abc\x12t\x03d\r", "abcd"},
		{"\x12tex\x7f\r", "tea"},
		{"\x12nowhere\r", "two,\nlines"},

		{"al\t\r", "alp"},
		{"x b\t!\r", "x beta!"},
		{"zz\t!\r", "zz!"},

		{"\x1b[200~a\r\nb,\r\rc\td\x00\x1b[31m\x1b[201~\r", "a\nb,\n\nc\td[31m"},
		{"x\x1b[200~\x1b[201~y\r", "xy"},
		{"\xff\xfea\xc3\xa9\x9b\r", "aé"},
		{"\xc2\x9b31m\r", "31m"}, // not a control character
		{"日本語" + left + "\x7f\r", "日語"},
		{"e\u0301x" + left + left + "\x1b[3~\r", "x"},
		{"👩‍👩‍👧!" + left + "\x7f\r", "!"},
		{"a\x1b[?62;22c\x1b]11;rgb:0000/0000/0000\x1b\\\x1bP1+r\x1b\\\x1b[24;80Rb\r", "ab"}, // answers to somebody's questions
		{"a\x1b\x1b[Db\r", "ba"},
		{"a\x1b[[Ab\x1b[99;99~c\x1bOPd\x1bqe\x1b[\x01f\r", "fabcde"},
		{"\x00\x1c\x1d\x07a\x0c\r", "a"},
		{"a\x1a\r", "a"},
		{cursorDown + left + right + "\x7f\x1b[3~\x0b\x15\x17\x1bd\x1bb\x1bf\x14\x19\x1f\x1b[5~\x1b[6~\x7fa\r", "a"},
	} {
		e := New(newFake(strings.NewReader(c.keys), 40, 10), &History{texts: history})
		if got, err := e.Read(lined); err != nil || got != c.want {
			t.Errorf("%q gives %q, %v, not %q", c.keys, got, err, c.want)
		}
	}
}

// TestEnds: Ctrl-C and Ctrl-D, and a terminal that is gone.
func TestEnds(t *testing.T) {
	for _, c := range []struct {
		keys string
		want error
	}{{"abc\x03", ErrInterrupt}, {"\x04", io.EOF}, {"a\x7f\x04", io.EOF}, {"abc", io.EOF}, {"a\x04\x04\x1b[200~", io.EOF}} {
		if _, err := New(newFake(strings.NewReader(c.keys), 40, 10), &History{}).Read(lined); !errors.Is(err, c.want) {
			t.Errorf("%q gives %v, not %v", c.keys, err, c.want)
		}
	}
}

// TestReadsNothingAhead: what follows a text is not read.
func TestReadsNothingAhead(t *testing.T) {
	in := strings.NewReader("abc\rdef\rghi")
	e := New(newFake(in, 40, 10), &History{})
	for _, want := range []string{"abc", "def"} {
		if got, err := e.Read(lined); got != want || err != nil {
			t.Errorf("%q, %v", got, err)
		}
	}
	if rest, _ := io.ReadAll(in); string(rest) != "ghi" {
		t.Errorf("%q is left", rest)
	}
}

// TestInterrupted: what comes after an interruption belongs to the next text.
func TestInterrupted(t *testing.T) {
	in, hand := io.Pipe()
	term := newFake(in, 40, 10)
	go func() {
		io.WriteString(hand, "abc\x1b")
		term.wants(t, "> abc")
		term.interrupted <- struct{}{}
		io.WriteString(hand, "def\r")
	}()
	e := New(term, &History{})
	if _, err := e.Read(lined); err != ErrInterrupt {
		t.Error(err)
	}
	if got, err := e.Read(lined); got != "def" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
}

// typist is an editor at work, and a hand that types.
type typist struct {
	*fake
	hand io.Writer
	text chan string
}

func newTypist(t *testing.T, columns, lines int, before string, text Text) *typist {
	in, hand := io.Pipe()
	ty := &typist{newFake(in, columns, lines), hand, make(chan string, 1)}
	io.WriteString(ty.Terminal, before)
	go func() {
		s, _ := New(ty.fake, &History{texts: []string{"alpha,\nbeta,\ngamma"}}).Read(text)
		ty.text <- s
	}()
	t.Cleanup(func() { hand.Close() })
	return ty
}

// keys types something; then this is to be seen, with | where the cursor is.
func (ty *typist) keys(t *testing.T, keys, want string) {
	t.Helper()
	if keys != "" {
		io.WriteString(ty.hand, keys)
	}
	row := strings.Count(want[:strings.IndexByte(want, '|')], "\n")
	col := len([]rune(want[:strings.IndexByte(want, '|')])) - strings.LastIndexByte(want[:strings.IndexByte(want, '|')], '\n') - 1
	seen := strings.Replace(want, "|", "", 1)
	lines := strings.Split(seen, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	seen = strings.TrimRight(strings.Join(lines, "\n"), "\n")
	var c vt10x.Cursor
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(time.Millisecond) {
		ty.Lock()
		c = ty.Cursor()
		ty.Unlock()
		if ty.fake.text() == seen && c.X == col && c.Y == row {
			return
		}
	}
	t.Fatalf("after %q the cursor is at %d, %d of\n%s\n\nit should be at %d, %d of\n%s", keys, c.Y, c.X, ty.fake.text(), row, col, seen)
}

// TestScreen: what is to be seen while texts are edited, and where the cursor is.
func TestScreen(t *testing.T) {
	ty := newTypist(t, 10, 6, "", lined)
	ty.keys(t, "", "> |")
	ty.keys(t, "ab,\r", "> ab,\n.   |")
	ty.keys(t, "cd", "> ab,\n.   cd|")
	ty.keys(t, cursorUp, "> ab,|\n.   cd")
	ty.keys(t, "efghij", "> ab,efgh\\\nij|\n.   cd")
	ty.keys(t, left+left, "> ab,efgh\\\n|ij\n.   cd")
	ty.keys(t, left, "> ab,efg|h\\\nij\n.   cd")
	ty.keys(t, "\x05"+strings.Repeat("\x7f", 6), "> ab,|\n.   cd")
	ty.keys(t, "\x1b>,\r1,\r2,\r3,\r4,\r5", ".   cd,\n. 1,\n. 2,\n. 3,\n. 4,\n. 5|") // too fast for indentation
	ty.keys(t, "\x1b<", "> |ab,\n.   cd,\n. 1,\n. 2,\n. 3,\n. 4,")
	ty.keys(t, "\x1b>\r", ". 1,\n. 2,\n. 3,\n. 4,\n. 5\n|") // the whole text, and what scrolled away is above
	if got := <-ty.text; got != "ab,\n  cd,\n1,\n2,\n3,\n4,\n5" {
		t.Errorf("%q", got)
	}
}

// TestBefore: output that does not end in a newline stays.
func TestBefore(t *testing.T) {
	newTypist(t, 10, 6, "out", lined).keys(t, "", "out\n> |")
	newTypist(t, 10, 6, "out\r\n", lined).keys(t, "", "out\n> |")
	newTypist(t, 10, 6, "exactly 10", lined).keys(t, "", "exactly 10\n> |")
	text := lined
	text.First = "a\nb\x1b[31m\x01c\x02\x1b[0m> "
	newTypist(t, 10, 6, "", text).keys(t, "x", "a\nbc> x|")
	text.First = "a very long prompt> "
	newTypist(t, 10, 6, "", text).keys(t, "x", "a very lo\\\nng prompt\\\n> x|")
}

// TestLists: completing twice lists the words below the text, until the next key.
func TestLists(t *testing.T) {
	ty := newTypist(t, 30, 6, "", lined)
	ty.keys(t, "a\t", "> alp|")
	ty.keys(t, "\t", "> alp|\nalpha     alphabet\nalps")
	ty.keys(t, "h", "> alph|")
	ty.keys(t, "\x0c", "> alph|")
}

// TestSearch: the prompt says what is looked for.
func TestSearch(t *testing.T) {
	ty := newTypist(t, 40, 6, "", lined)
	ty.keys(t, "\x12", "(r-search `') |")
	ty.keys(t, "et", "(r-search `et') alpha,\n. b|eta,\n. gamma")
	ty.keys(t, "x", "(failed r-search `etx') alpha,\n. b|eta,\n. gamma")
	ty.keys(t, "\x07", "> |")
}

// TestResize: another size of the terminal.
func TestResize(t *testing.T) {
	ty := newTypist(t, 20, 6, "before\r\n", lined)
	resize := func(columns, lines int) {
		ty.mu.Lock()
		ty.columns, ty.lines = columns, lines
		ty.mu.Unlock()
		ty.Resize(columns, lines)
		ty.resized <- struct{}{}
	}
	ty.keys(t, "abcdefghij,\r", "before\n> abcdefghij,\n.   |")
	ty.keys(t, "k", "before\n> abcdefghij,\n.   k|")
	resize(30, 8)
	ty.keys(t, "l", "before\n> abcdefghij,\n.   kl|")
	resize(13, 8)
	ty.keys(t, "m", "before\n> abcdefghij\\\n,\n.   klm|")
	resize(0, 0)
	ty.keys(t, "\x01\x1b\r\x1b>", "before\n> abcdefghij,\n.\n.   klm|")
}

// TestWidths: characters of two columns, of none, and control characters.
func TestWidths(t *testing.T) {
	l := lay("> ", ". ", "日本e\u0301\tx\x01\n👩‍👩‍👧y", 10)
	want := []spot{{0, 0, 2}, {3, 0, 4}, {6, 0, 6}, {9, 1, 0}, {10, 1, 3}, {11, 1, 4}, {12, 1, 6}, {13, 2, 2}, {31, 2, 4}, {32, 2, 5}}
	if !slices.Equal(l.spots, want) {
		t.Errorf("%v, not %v", l.spots, want)
	}
	for columns := range 12 {
		for _, text := range []string{"", "日本語", "\t\t", "a\n\nb", "e\u0301"} {
			l := lay(">>> ", "... ", text, columns)
			if last := l.spots[len(l.spots)-1]; last.at != len(text) || last.row != len(l.rows)-1 {
				t.Errorf("%q in %d columns ends at %v", text, columns, last)
			}
		}
	}
}

// TestHistory: texts of several lines are kept, in the form of CPython's.
func TestHistory(t *testing.T) {
	file := filepath.Join(t.TempDir(), "history")
	os.WriteFile(file, []byte("old\nif x:\r\n    y\nbad\x9b\xff\x1b\n"), 0o600)
	h := OpenHistory(file)
	for _, text := range []string{"def f():\n    pass\n", "def f():\n    pass", "  \n", "1"} {
		h.Add(text)
	}
	want := []string{"old", "if x:\n    y", "bad", "def f():\n    pass", "1"}
	if got := OpenHistory(file).texts; !slices.Equal(got, want) || !slices.Equal(h.texts, want) {
		t.Errorf("%q and %q, not %q", got, h.texts, want)
	}
	if data, _ := os.ReadFile(file); !strings.HasSuffix(string(data), "def f():\r\n    pass\n1\n") {
		t.Errorf("%q", data)
	}
	OpenHistory(t.TempDir()).Add("no file")
}

// blind is a terminal that shows nothing.
type blind struct{ *fake }

func (blind) Write(b []byte) (int, error) { return len(b), nil }

// FuzzKeys: no keys, sizes or prompts bring the editor out of order.
func FuzzKeys(f *testing.F) {
	f.Add("ab,\r\x1b[A\x12x\x1b[200~y\n\x1b[201~\r", 10, 3)
	f.Add("\t\t\t\x1b[0", 1, 32)
	f.Fuzz(func(t *testing.T, keys string, columns, lines int) {
		if columns > 300 || lines > 100 || columns < 0 || lines < 0 {
			return
		}
		text := lined
		text.First = keys
		New(blind{&fake{Reader: strings.NewReader(keys), columns: columns, lines: lines}}, &History{texts: []string{"alpha", "日本,\n\n語"}}).Read(text)
	})
}
