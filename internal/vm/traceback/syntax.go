// How an uncaught SyntaxError is shown: the line and a mark under the error.

package traceback

import (
	"strings"

	"github.com/psyco-go/psy/internal/lib/unidata"
	"github.com/psyco-go/psy/internal/vm/object"
)

// shownSyntax has the fields of a SyntaxError; numbers are -1 when not given.
type shownSyntax struct {
	file, line, endLine string
	hasFile, hasText    bool
	text, msg           string
	offset, endOffset   int64
	hasOffset, hasEnd   bool
}

func readSyntaxError(t *Thread, exc Value) *shownSyntax {
	e := object.As[object.SyntaxErrorObject](exc)
	s := &shownSyntax{}
	str := func(v Value) (string, bool) {
		if v == object.Null || v == object.None {
			return "", false
		}
		return safeString(t, v, object.ToStr, ""), true
	}
	s.file, s.hasFile = str(e.Filename)
	s.line, _ = str(e.Lineno)
	s.endLine, _ = str(e.EndLineno)
	s.text, s.hasText = str(e.Text)
	s.msg, _ = str(e.Msg)
	if e.Offset != object.Null && e.Offset.IsInt() {
		s.offset, s.hasOffset = e.Offset.Int(), true
	}
	if e.EndOffset != object.Null && e.EndOffset.IsInt() {
		s.endOffset, s.hasEnd = e.EndOffset.Int(), true
	}
	return s
}

func (s *shownSyntax) format(typ string, colour bool) string {
	var b strings.Builder
	suffix := ""
	if s.line != "" {
		file := s.file
		if file == "" {
			file = "<string>"
		}
		if colour {
			b.WriteString("  File " + ansiMagenta + `"` + file + `"` + ansiReset + ", line " + ansiMagenta + s.line + ansiReset + "\n")
		} else {
			b.WriteString(`  File "` + file + `", line ` + s.line + "\n")
		}
	} else if s.hasFile {
		suffix = " (" + s.file + ")"
	}
	if s.hasText {
		s.source(&b, colour)
	}
	msg := s.msg
	if msg == "" {
		msg = "<no detail available>"
	}
	if colour {
		b.WriteString(ansiBoldMagenta + typ + ansiReset + ": " + ansiMagenta + msg + ansiReset + suffix + "\n")
	} else {
		b.WriteString(typ + ": " + msg + suffix + "\n")
	}
	return b.String()
}

// source writes the line and the marks under it.
func (s *shownSyntax) source(b *strings.Builder, colour bool) {
	full := int64(len([]rune(s.text)))
	right := []rune(strings.TrimRight(s.text, "\n"))
	left := []rune(strings.TrimLeft(string(right), " \n\f"))
	spaces := int64(len(right) - len(left))
	if !s.hasOffset {
		b.WriteString("    " + string(left) + "\n")
		return
	}
	offset, end := s.offset, s.offset
	if s.line == s.endLine {
		if s.hasEnd && s.endOffset != 0 {
			end = s.endOffset
		}
	} else {
		end = int64(len(right)) + 1
	}
	if s.text != "" && offset > full {
		offset = int64(len(right)) + 1
	}
	if s.text != "" && end > full {
		end = int64(len(right)) + 1
	}
	if offset >= end || end < 0 {
		end = offset + 1
	}
	col, endCol := offset-1-spaces, end-1-spaces
	if col < 0 {
		b.WriteString("    " + string(left) + "\n")
		return
	}
	n := int64(len(left))
	from, to := min(col, n), min(max(endCol, 0), n)
	var pad strings.Builder
	for _, c := range left[:from] {
		if !unidata.IsSpace(c) {
			c = ' '
		}
		pad.WriteRune(c)
	}
	line, marks := string(left), strings.Repeat("^", int(min(max(endCol-col, 0), 1<<20)))
	if colour {
		line = string(left[:from]) + ansiBoldRed + string(left[from:to]) + ansiReset + string(left[to:])
		marks = ansiBoldRed + marks + ansiReset
	}
	b.WriteString("    " + line + "\n    " + pad.String() + marks + "\n")
}
