// f-strings in the tokenizer: FSTRING_START, then FSTRING_MIDDLE for text and ordinary tokens for fields, then FSTRING_END.

package syntax

// maxFieldNesting is how deep fields may stand in format specifications of fields.
const maxFieldNesting = 3

// fstring is an f-string that is being read.
type fstring struct {
	quote      byte
	size       int // of the quotes
	raw        bool
	literal    bool // text is next, not the tokens of a field
	depth      int  // open brackets within
	fieldDepth int  // depth of the innermost field; -1 outside of fields
	start      int
	line       int32
	lineStart  int
}

func (t *tokenizer) beginFString(start int, quote byte, size int) Kind {
	if len(t.fstrings) >= maxFStrings-1 {
		return t.wrong("too many nested f-strings")
	}
	f := fstring{quote: quote, size: size, literal: true, fieldDepth: -1, start: start, line: t.line, lineStart: t.lineStart}
	for i := start; i < t.pos; i++ {
		f.raw = f.raw || t.src[i]|0x20 == 'r'
	}
	t.fstrings = append(t.fstrings, f)
	t.pos += size
	t.emit(FStringStart, start)
	t.note(len(t.toks)-1, FStringStart)
	return FStringStart
}

func (t *tokenizer) atQuotes(f *fstring, i int) bool {
	if t.src[i] != f.quote {
		return false
	}
	return f.size == 1 || t.src[i+1] == f.quote && t.src[i+2] == f.quote
}

// openField prepares for the "{" at pos, which begins a field.
func (t *tokenizer) openField(f *fstring) bool {
	f.fieldDepth++
	if f.fieldDepth >= maxFieldNesting {
		t.wrong("f-string: expressions nested too deeply")
		return false
	}
	f.literal = false
	return true
}

// fstringText reads the end of an f-string, or text up to the next field, brace pair or end.
func (t *tokenizer) fstringText() {
	f := &t.fstrings[len(t.fstrings)-1]
	src, start := t.src, t.pos
	if src[start] == '{' && src[start+1] != '{' {
		t.openField(f)
		return
	}
	if t.atQuotes(f, start) {
		t.pos += f.size
		t.fstrings = t.fstrings[:len(t.fstrings)-1]
		t.emit(FStringEnd, start)
		t.note(len(t.toks)-1, FStringEnd)
		return
	}
	line, lineStart := t.line, t.lineStart
	spec := f.fieldDepth >= 0 // this is a format specification
	named := false            // within \N{...}
	middle := func(end, next int) {
		t.pos = end
		t.emitFrom(FStringMiddle, start, line, lineStart)
		// The second brace of a pair counts as part of the token, but is not in its text.
		t.toks[len(t.toks)-1].EndCol += int32(next - end)
		t.pos = next
	}
	i := start
	if t.resumed {
		i, named = t.resume()
	}
	for ; ; i++ {
		switch c := src[i]; {
		case t.partial && (c == '\n' && f.size == 3 && i+1 >= t.end || c == '\\' && t.joinsLast(i)):
			t.pauseAt(i, named)
			return
		case c == f.quote && t.atQuotes(f, i):
			middle(i, i)
			return
		case i >= t.end || c == '\n' && (f.size == 1 || i == t.end-1):
			if spec && (i < t.end-1 || i < t.end && t.feeds != nil) {
				middle(i, i)
				f.literal = false
				return
			}
			t.unterminated(f.start, f.line, f.lineStart, 0, f.size, "f-string literal (detected at line %d)")
			return
		case c == '\n':
			t.pos = i + 1
			t.nextLine()
		case c == '{':
			if src[i+1] != '{' || spec {
				middle(i, i)
				t.openField(f)
				return
			}
			middle(i+1, i+2)
			return
		case c == '}':
			switch {
			case named:
				middle(i+1, i+1)
			case src[i+1] == '}' && !spec && f.depth == 0:
				middle(i+1, i+2)
			default:
				middle(i, i)
				f.literal = false
			}
			return
		case c == '\\':
			if t.crlf(i + 1) {
				i++
			}
			switch next := src[i+1]; {
			case next == '{' || next == '}':
				if !f.raw {
					t.warn(i, t.complaint("invalid escape sequence '\\%c'", next))
				}
			case next == 'N' && !f.raw && src[i+2] == '{':
				named = true
				i += 2
			case next == '\n' && i+1 < t.end-1:
				i++
				t.pos = i + 1
				t.nextLine()
			case i+1 < t.end-1:
				i++
			}
		}
	}
}

// fieldEnd reads a colon or brace that ends the expression of a field.
func (t *tokenizer) fieldEnd(c byte) (Kind, bool) {
	f := &t.fstrings[len(t.fstrings)-1]
	if c != ':' || f.fieldDepth < 0 || f.depth-1 != f.fieldDepth {
		return 0, false
	}
	f.literal = true
	start := t.pos
	t.pos++
	t.emit(Colon, start)
	t.note(len(t.toks)-1, Colon)
	return Colon, true
}
