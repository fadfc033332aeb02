// Bytes to source text: encodings and newlines.

package syntax

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

const byteOrderMark = "\ufeff"

var codingLine = regexp.MustCompile(`^[ \t\f]*#.*?coding[:=][ \t]*([-_.a-zA-Z0-9]+)`)

// Decode turns the bytes of a source into text: by its byte order mark, by the encoding that it declares in one of its first two lines,
// or else as UTF-8. UTF-8, ASCII, Latin-1 and the encodings of one byte a character are known. Newlines become "\n".
func Decode(src []byte) (string, *Error) {
	text := string(src)
	bom := strings.HasPrefix(text, byteOrderMark)
	text = strings.TrimPrefix(text, byteOrderMark)
	name := encoding(declared(text))
	if bom && name != "utf-8" {
		return "", badEncoding("encoding problem: %s with BOM", name)
	}
	undecodable := func(err *Error) (string, *Error) {
		err.Encoding = declared(text)
		return "", err
	}
	switch name {
	case "utf-8", "utf8", "u8", "utf-8-sig":
		text = Newlines(text)
		if invalidUTF8(text) >= 0 {
			return mendUTF8(text)
		}
		return text, nil
	case "ascii", "us-ascii", "646":
		for i := range len(text) {
			if text[i] >= utf8.RuneSelf {
				return undecodable(badEncoding("'ascii' codec can't decode byte 0x%02x in position %d: ordinal not in range(128)", text[i], i))
			}
		}
		return Newlines(text), nil
	}
	table := charmaps[strings.NewReplacer("windows", "cp", "iso8859", "iso").Replace(strings.ReplaceAll(name, "-", ""))]
	if table == nil {
		return undecodable(badEncoding("unknown encoding: %s", declared(text)))
	}
	isISO := strings.Contains(name, "iso")
	var b strings.Builder
	for i := range len(text) {
		r := table.DecodeByte(text[i])
		if r == utf8.RuneError && isISO && text[i] < 0xa0 { // control characters, which the tables leave out
			r = rune(text[i])
		}
		if r == utf8.RuneError {
			return undecodable(badEncoding("'charmap' codec can't decode byte 0x%02x in position %d: character maps to <undefined>", text[i], i))
		}
		b.WriteRune(r)
	}
	return Newlines(b.String()), nil
}

// badEncoding is an error of the whole source, for which CPython gives line 0 and offset -1.
func badEncoding(format string, args ...any) *Error {
	return &Error{Class: SyntaxError, Msg: fmt.Sprintf(format, args...), Offset: -1, EndLine: NoLine}
}

// charmaps are the encodings of one byte a character.
var charmaps = map[string]*charmap.Charmap{
	"iso1": charmap.ISO8859_1, "latin1": charmap.ISO8859_1, "l1": charmap.ISO8859_1, "8859": charmap.ISO8859_1, "cp819": charmap.ISO8859_1,
	"iso2": charmap.ISO8859_2, "latin2": charmap.ISO8859_2, "iso3": charmap.ISO8859_3, "iso4": charmap.ISO8859_4, "iso5": charmap.ISO8859_5,
	"iso6": charmap.ISO8859_6, "iso7": charmap.ISO8859_7, "iso8": charmap.ISO8859_8, "iso9": charmap.ISO8859_9, "latin5": charmap.ISO8859_9,
	"iso10": charmap.ISO8859_10, "iso13": charmap.ISO8859_13, "iso14": charmap.ISO8859_14, "iso15": charmap.ISO8859_15,
	"latin9": charmap.ISO8859_15, "iso16": charmap.ISO8859_16, "koi8r": charmap.KOI8R, "koi8u": charmap.KOI8U, "macroman": charmap.Macintosh,
	"cp037": charmap.CodePage037, "cp437": charmap.CodePage437, "cp850": charmap.CodePage850, "cp852": charmap.CodePage852,
	"cp855": charmap.CodePage855, "cp858": charmap.CodePage858, "cp860": charmap.CodePage860, "cp862": charmap.CodePage862,
	"cp863": charmap.CodePage863, "cp865": charmap.CodePage865, "cp866": charmap.CodePage866, "cp1140": charmap.CodePage1140,
	"cp1250": charmap.Windows1250, "cp1251": charmap.Windows1251, "cp1252": charmap.Windows1252, "cp1253": charmap.Windows1253,
	"cp1254": charmap.Windows1254, "cp1255": charmap.Windows1255, "cp1256": charmap.Windows1256, "cp1257": charmap.Windows1257,
	"cp1258": charmap.Windows1258,
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

// encoding spells the name of an encoding as CPython does; what follows the names of the two most usual ones does not matter.
func encoding(name string) string {
	name = strings.ReplaceAll(strings.ToLower(name), "_", "-")
	for _, e := range []struct{ prefix, name string }{{"utf-8", "utf-8"}, {"latin-1", "iso-8859-1"}, {"iso-8859-1", "iso-8859-1"}, {"iso-latin-1", "iso-8859-1"}} {
		if name == e.prefix || strings.HasPrefix(name, e.prefix+"-") {
			return e.name
		}
	}
	return name
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

// mendUTF8 replaces bytes that are not UTF-8 in comments, where CPython does not see them. In the names and strings of a source they are errors.
func mendUTF8(text string) (string, *Error) {
	same := []byte(text) // the same with names that are valid
	for i, r := range text {
		if r == utf8.RuneError && invalidUTF8(text[i:min(i+utf8.UTFMax, len(text))]) == 0 {
			same[i] = 'x'
		}
	}
	t := tokenizer{}
	t.init(string(same))
	for !t.done {
		t.fill()
	}
	for i := range t.toks {
		tok := &t.toks[i]
		if tok.Kind == ErrorToken {
			break
		}
		end := min(int(tok.End), len(text))
		word := text[min(int(tok.Start), end):end]
		if tok.Kind == String {
			word = strings.TrimLeft(word, "rRuUfF")
			if word[0]|0x20 == 'b' { // an error of its own
				continue
			}
			word = strings.Trim(word, word[:1])
		}
		if at := invalidUTF8(word); at >= 0 {
			return "", badUTF8(text, tok, word, at)
		}
	}
	return replaceInvalid(text), nil
}

func replaceInvalid(s string) string {
	var b strings.Builder
	for _, r := range s { // which has RuneError for each such byte
		b.WriteRune(r)
	}
	return b.String()
}

// badUTF8 is the error for a byte of a token: it stands at the whole of a string, but at the byte in a name. That of an f-string's text has no place.
func badUTF8(text string, tok *Token, word string, at int) *Error {
	if tok.Kind == FStringMiddle {
		return &Error{Class: UnicodeDecodeError, Line: NoLine, Text: word}
	}
	bad := word[at:]
	n := 1 // the bytes of a character that is not ended
	for n < len(bad) && !utf8.FullRuneInString(bad[:n+1]) {
		n++
	}
	why := "invalid continuation byte"
	switch {
	case utf8.FullRuneInString(bad[:n]):
		why = "invalid start byte"
	case n == len(bad):
		why = "unexpected end of data"
	}
	what := fmt.Sprintf("byte 0x%02x in position %d", bad[0], at)
	if n > 1 {
		what = fmt.Sprintf("bytes in position %d-%d", at, at+n-1)
	}
	line := text[int(tok.Start)-int(tok.Col):]
	line, _, _ = strings.Cut(line, "\n")
	line = replaceInvalid(line)
	e := &Error{Class: SyntaxError, Line: int(tok.Line), EndLine: int(tok.EndLine), EndOffset: -1}
	e.Msg = fmt.Sprintf("(unicode error) 'utf-8' codec can't decode %s: %s", what, why)
	if e.Text = line + "\n"; tok.Kind == String || tok.Kind == FStringMiddle {
		e.Offset, e.EndOffset = charOffset(e.Text, tok.Col), charOffset(e.Text, tok.EndCol)
	} else {
		e.Offset = charOffset(e.Text, tok.Col+int32(at))
	}
	if tok.EndLine > tok.Line {
		e.Text = line
	}
	return e
}
