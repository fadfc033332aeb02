// Bytes to source text: encodings and newlines.

package syntax

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

const byteOrderMark = "\ufeff"

var codingLine = regexp.MustCompile(`^[ \t\f]*#.*?coding[:=][ \t]*([-_.a-zA-Z0-9]+)`)

// Decode turns the bytes of a source into text: by its byte order mark, by the encoding that it declares in one of its first two lines,
// or else as UTF-8. UTF-8, ASCII and Latin-1 are known. Newlines become "\n".
func Decode(src []byte) (string, *Error) {
	text := string(src)
	bom := strings.HasPrefix(text, byteOrderMark)
	text = strings.TrimPrefix(text, byteOrderMark)
	name := declared(text)
	switch encoding(name) {
	case "":
		return "", &Error{Class: SyntaxError, Msg: "unknown encoding: " + name}
	case "utf-8":
		if i := invalidUTF8(text); i >= 0 {
			return "", badUTF8(text, i)
		}
	default:
		if bom {
			return "", &Error{Class: SyntaxError, Msg: fmt.Sprintf("encoding problem: %s with BOM", name)}
		}
		if encoding(name) == "ascii" {
			for i := range len(text) {
				if text[i] >= utf8.RuneSelf {
					return "", &Error{Class: SyntaxError, Msg: fmt.Sprintf("(unicode error) 'ascii' codec can't decode byte 0x%02x in position %d: "+
						"ordinal not in range(128)", text[i], i)}
				}
			}
		}
		text = latin1(text)
	}
	return Newlines(text), nil
}

// Newlines makes every newline "\n".
func Newlines(text string) string {
	if strings.IndexByte(text, '\r') < 0 {
		return text
	}
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
}

// declared finds the name of the encoding in the first two lines; a second one does not count if the first is code.
func declared(text string) string {
	for range 2 {
		line, rest, _ := strings.Cut(text, "\n")
		if m := codingLine.FindStringSubmatch(line); m != nil {
			return m[1]
		}
		if line = strings.TrimLeft(line, " \t\f\r"); line != "" && line[0] != '#' {
			break
		}
		text = rest
	}
	return "utf-8"
}

// encoding is the canonical name of an encoding, or "".
func encoding(name string) string {
	name = strings.ReplaceAll(strings.ToLower(name), "_", "-")
	for _, e := range []struct{ prefix, name string }{{"utf-8", "utf-8"}, {"latin-1", "latin-1"}, {"iso-8859-1", "latin-1"}, {"iso-latin-1", "latin-1"}} {
		if name == e.prefix || strings.HasPrefix(name, e.prefix+"-") {
			return e.name
		}
	}
	switch name {
	case "utf8", "u8":
		return "utf-8"
	case "latin1", "l1", "iso8859-1", "8859", "cp819":
		return "latin-1"
	case "ascii", "us-ascii", "646":
		return "ascii"
	}
	return ""
}

func latin1(text string) string {
	var b strings.Builder
	for i := range len(text) {
		b.WriteRune(rune(text[i]))
	}
	return b.String()
}

// invalidUTF8 is the place of the first byte that is not UTF-8, or -1.
func invalidUTF8(text string) int {
	if utf8.ValidString(text) {
		return -1
	}
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError && n <= 1 {
			return i
		}
		i += n
	}
	return -1
}

// badUTF8 is the error for the byte at i.
func badUTF8(text string, i int) *Error {
	why := "invalid start byte"
	if c := text[i]; c >= 0xc2 && c <= 0xf4 {
		why = "invalid continuation byte"
		if len(text)-i < utf8.UTFMax && !utf8.FullRuneInString(text[i:]) {
			why = "unexpected end of data"
		}
	}
	return &Error{Class: SyntaxError, Msg: fmt.Sprintf("(unicode error) 'utf-8' codec can't decode byte 0x%02x in position %d: %s", text[i], i, why)}
}
