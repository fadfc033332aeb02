// Type comments: "# type: int", "# type: ignore".

package syntax

import (
	"regexp"
	"strings"
)

var typeCommentStart = regexp.MustCompile(`^#[ \t]*type:[ \t]*`)

// saysType makes a token of the comment that ends here if it says a type, or notes that types are to be ignored.
func (t *tokenizer) saysType(start int) bool {
	text := t.src[start:t.pos]
	n := len(typeCommentStart.FindString(text))
	if n == 0 {
		return false
	}
	if tag, ok := strings.CutPrefix(text[n:], "ignore"); ok && (tag == "" || tag[0] < 0x80 && !nameChar[tag[0]] || tag[0] == '_') {
		if t.fresh { // nothing else on the line: CPython has read the newline, too
			tag += "\n"
		}
		t.ignores = append(t.ignores, &TypeIgnore{Lineno: int(t.line), Tag: tag})
		return false
	}
	t.emit(TypeComment, start+n)
	return true
}

func (p *parser) typeIgnores() []*TypeIgnore { return p.ignores }

func (p *parser) typeComment(t *Token) string {
	if t == nil {
		return ""
	}
	return p.text(t)
}

// unlessLambda is a parameter's comment, which those of lambda, up to ":", cannot have.
func (p *parser) unlessLambda(t *Token, end rune) *Token {
	if end == ':' {
		return nil
	}
	return t
}

// typed gives a parameter its type comment.
func (p *parser) typed(a *Arg, t *Token) *Arg {
	if t != nil {
		a.TypeComment = p.text(t)
	}
	return a
}
