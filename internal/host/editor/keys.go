package editor

import (
	"bytes"
	"io"
	"strings"
	"unicode/utf8"
)

// keys reads what is typed, a byte at a time and never ahead of what is asked for: what follows the end of a text is left to the next reader
// the terminal next.
type keys struct {
	ask   chan struct{}
	asked bool // for a byte that has not come
	got   chan byte
	fail  chan error
	buf   []byte // a key that is not whole yet
}

func newKeys(in io.Reader) *keys {
	k := &keys{ask: make(chan struct{}, 1), got: make(chan byte, 1), fail: make(chan error, 1)}
	go func() {
		var b [1]byte
		for range k.ask {
			if _, err := io.ReadFull(in, b[:]); err != nil {
				k.fail <- err
				return
			}
			k.got <- b[0]
		}
	}()
	return k
}

// want asks for a byte, unless that was done.
func (k *keys) want() {
	if !k.asked {
		k.asked = true
		k.ask <- struct{}{}
	}
}

// A key is the bytes that a terminal sends for it, and for a paste what is pasted.
type key struct {
	name  string
	paste string
}

const pasteBegins, pasteEnds = "\x1b[200~", "\x1b[201~"

// next takes the first key from the bytes that came, if it is whole.
func (k *keys) next() (key, bool) {
	if bytes.HasPrefix(k.buf, []byte(pasteBegins)) {
		if !bytes.HasSuffix(k.buf, []byte(pasteEnds)) {
			return key{}, false
		}
		text := string(k.buf[len(pasteBegins) : len(k.buf)-len(pasteEnds)])
		k.buf = k.buf[:0]
		return key{pasteBegins, plain(text)}, true
	}
	if len(k.buf) == 0 {
		return key{}, false
	}
	n := keyLen(k.buf)
	name := string(k.buf[:n])
	k.buf = append(k.buf[:0], k.buf[n:]...)
	return key{name: name}, n > 0
}

// keyLen is how many bytes the first key in b has; 0: it is not whole. Escape alone is the beginning of a key, as in Emacs. Answers of a
// terminal to questions of an earlier program are keys too; they are bound to nothing.
//
//psy:bounded once more, for what follows one Escape
func keyLen(b []byte) int {
	if b[0] != 0x1b {
		if !utf8.FullRune(b) {
			return 0
		}
		_, n := utf8.DecodeRune(b)
		return n
	}
	if len(b) == 1 {
		return 0
	}
	switch b[1] {
	case 0x1b:
		return 1
	case '[':
		if len(b) > 2 && b[2] == '[' { // function keys of Linux' console
			return atLeast(b, 4)
		}
		for i := 2; i < len(b); i++ {
			switch c := b[i]; {
			case c >= 0x40 && c < 0x7f:
				return i + 1
			case c < 0x20 || c >= 0x7f:
				return i
			}
		}
		return 0
	case 'O':
		return atLeast(b, 3)
	case ']', 'P', '_', '^', 'X':
		for i := 2; i < len(b); i++ {
			switch {
			case b[i] == 0x07:
				return i + 1
			case b[i] == 0x1b && i+1 < len(b) && b[i+1] == '\\':
				return i + 2
			case b[i] == 0x1b && i+1 == len(b):
				return 0
			case b[i] < 0x20:
				return i
			}
		}
		return 0
	}
	n := keyLen(b[1:])
	if n > 0 {
		n++
	}
	return n
}

func atLeast(b []byte, n int) int {
	if len(b) < n {
		return 0
	}
	return n
}

// plain is pasted text without what no text has.
func plain(s string) string {
	s = strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' || r >= 0x7f && r < 0xa0 || r == utf8.RuneError {
			return -1
		}
		return r
	}, s)
}
