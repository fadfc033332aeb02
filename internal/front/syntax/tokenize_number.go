// Numbers in the tokenizer.

package syntax

import "strings"

func isHex(c byte) bool    { return isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'f' }
func isOctal(c byte) bool  { return c-'0' < 8 }
func isBinary(c byte) bool { return c-'0' < 2 }

// number reads a number literal.
func (t *tokenizer) number() Kind {
	start := t.pos
	kind := "decimal"
	ok := true
	switch c := t.src[start]; {
	case c == '0' && t.src[start+1]|0x20 == 'x':
		kind, ok = "hexadecimal", t.radix("hexadecimal", isHex)
	case c == '0' && t.src[start+1]|0x20 == 'o':
		kind, ok = "octal", t.radix("octal", isOctal)
	case c == '0' && t.src[start+1]|0x20 == 'b':
		kind, ok = "binary", t.radix("binary", isBinary)
	default:
		kind, ok = t.decimal()
	}
	if !ok || !t.numberEnd(kind) {
		return ErrorToken
	}
	t.emit(Number, start)
	return Number
}

// radix reads the digits behind 0x, 0o or 0b.
func (t *tokenizer) radix(kind string, digit func(byte) bool) bool {
	t.pos += 2
	for {
		if t.src[t.pos] == '_' {
			t.pos++
		}
		if !digit(t.src[t.pos]) {
			return t.badDigit(kind, true)
		}
		for digit(t.src[t.pos]) {
			t.pos++
		}
		if t.src[t.pos] != '_' {
			return t.badDigit(kind, false)
		}
	}
}

// badDigit fails at a decimal digit that the radix does not have, and, if a digit must stand here, at anything else.
func (t *tokenizer) badDigit(kind string, must bool) bool {
	if c := t.src[t.pos]; isDigit(c) {
		t.pos++
		t.wrong("invalid digit '%c' in %s literal", c, kind)
		return false
	}
	if must {
		t.wrong("invalid %s literal", kind)
	}
	return !must
}

// digits reads decimal digits with single underscores between them.
func (t *tokenizer) digits() bool {
	for {
		for isDigit(t.src[t.pos]) {
			t.pos++
		}
		if t.src[t.pos] != '_' {
			return true
		}
		t.pos++
		if !isDigit(t.src[t.pos]) {
			t.wrong("invalid decimal literal")
			return false
		}
	}
}

// decimal reads a decimal number of any kind.
func (t *tokenizer) decimal() (kind string, ok bool) {
	start := t.pos
	zeros := 0
	if t.src[start] == '0' {
		i := start
		for t.src[i] == '0' || t.src[i] == '_' && isDigit(t.src[i+1]) {
			i++
		}
		zeros = i + 1
		if !isDigit(t.src[i]) {
			zeros = 0
		}
	}
	if t.src[start] != '.' && !t.digits() {
		return "", false
	}
	whole := true
	if t.src[t.pos] == '.' {
		whole = false
		t.pos++
		if isDigit(t.src[t.pos]) && !t.digits() {
			return "", false
		}
	}
	if t.src[t.pos]|0x20 == 'e' {
		next := t.src[t.pos+1]
		switch {
		case next == '+' || next == '-':
			t.pos += 2
			if !isDigit(t.src[t.pos]) {
				t.wrong("invalid decimal literal")
				return "", false
			}
			fallthrough
		case isDigit(next):
			whole = false
			if isDigit(next) {
				t.pos++
			}
			if !t.digits() {
				return "", false
			}
		default: // the "e" belongs to what follows
			return "decimal", true
		}
	}
	if t.src[t.pos]|0x20 == 'j' {
		t.pos++
		return "imaginary", true
	}
	if whole && zeros > 0 && !t.extra {
		t.wrongAt(start+1-t.lineStart, zeros-t.lineStart, "leading zeros in decimal integer literals are not permitted; "+
			"use an 0o prefix for octal integers")
		return "", false
	}
	return "decimal", true
}

// numberEnd looks at what follows a number: a keyword is bad style, another name an error.
func (t *tokenizer) numberEnd(kind string) bool {
	rest := t.src[t.pos:]
	if t.extra || !nameChar[rest[0]] || rest[0] >= 0x80 {
		return true
	}
	for _, word := range []string{"and", "else", "for", "if", "in", "is", "or", "not"} {
		if strings.HasPrefix(rest, word) && (word[0] == 'i' || !nameChar[rest[len(word)]]) {
			t.warn(t.pos, t.complaint("invalid %s literal", kind))
			return true
		}
	}
	t.wrong("invalid %s literal", kind)
	return false
}
