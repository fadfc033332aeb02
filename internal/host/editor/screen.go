package editor

import (
	"io"
	"strconv"
	"strings"

	"github.com/clipperhouse/displaywidth"
)

// A spot is where a character of the text stands: its offset in bytes, its row, its column.
type spot struct{ at, row, col int }

// layout is a text with its prompts in rows of a screen.
type layout struct {
	columns int
	rows    []string
	widths  []int  // of the rows, in columns
	spots   []spot // of each character and of the end, in their order
	row     strings.Builder
	col     int
}

const (
	tabStop = 8
	wrapped = "\\" // ends a row that goes on in the next; text leaves the last column to it
)

// lay puts a text in rows.
func lay(first, more, text string, columns int) *layout {
	l := &layout{columns: max(columns, 4)}
	at := 0
	for i, line := range strings.Split(text, "\n") {
		if i == 0 {
			l.prompt(first)
		} else {
			l.prompt(more)
		}
		from := l.col
		for g := displaywidth.StringGraphemes(line); g.Next(); {
			c, width := g.Value(), g.Width()
			switch {
			case c == "\t":
				width = tabStop - ((l.col-from)%tabStop+tabStop)%tabStop
				c = strings.Repeat(" ", width)
			case c[0] < ' ' || c[0] == 0x7f:
				c, width = "^"+string(c[0]^0x40), 2
			}
			l.place(at, c, width)
			at += len(g.Value())
		}
		l.spots = append(l.spots, spot{at, len(l.rows), l.col})
		l.end()
		at++ // the newline
	}
	return l
}

// place puts a character at a spot; one without width goes with what stands before it.
func (l *layout) place(at int, c string, width int) {
	if l.col+width > l.columns-1 && l.col > 0 {
		l.row.WriteString(wrapped)
		l.col++
		l.end()
	}
	if at >= 0 {
		l.spots = append(l.spots, spot{at, len(l.rows), l.col})
	}
	l.row.WriteString(c)
	l.col += width
}

// prompt puts a prompt; its colours take no room.
func (l *layout) prompt(s string) {
	for s != "" {
		if n := keyLen([]byte(s)); s[0] == 0x1b && n > 0 {
			l.row.WriteString(s[:n])
			s = s[n:]
			continue
		}
		g := displaywidth.StringGraphemes(s)
		g.Next()
		if c := g.Value(); c[0] >= ' ' && c[0] != 0x7f {
			l.place(-1, c, g.Width())
		}
		s = s[len(g.Value()):]
	}
}

func (l *layout) end() {
	l.rows, l.widths = append(l.rows, l.row.String()), append(l.widths, l.col)
	l.row.Reset()
	l.col = 0
}

// spotOf is where the character at an offset stands.
func (l *layout) spotOf(at int) spot {
	found := l.spots[0]
	for _, s := range l.spots {
		if s.at > at {
			break
		}
		found = s
	}
	return found
}

// nearest is the last character of a row that does not stand right of a column.
func (l *layout) nearest(row, col int) int {
	at := -1
	for _, s := range l.spots {
		if s.row == row && (at < 0 || s.col <= col) {
			at = s.at
		}
	}
	return at
}

// screen draws rows on a terminal, below what stands there.
type screen struct {
	out            io.Writer
	columns, lines int // as they were last
	top            int // the first row of the layout that is seen
	rows           []string
	widths         []int
	row, col       int // the cursor, from the first row drawn
}

// begin takes the line the cursor is in if it is empty, else the next. Which it is cannot be asked of every terminal, but as many blanks as
// a line has columns leave the cursor in the right one.
func (s *screen) begin(columns, lines int) {
	*s = screen{out: s.out, columns: columns, lines: lines}
	io.WriteString(s.out, strings.Repeat(" ", columns)+"\r")
}

// show draws a layout, and below it what else there is room for. Rows that have not changed stay.
func (s *screen) show(l *layout, cursor spot, below []string) {
	s.top = min(s.top, cursor.row, max(0, len(l.rows)-s.lines))
	s.top = max(s.top, cursor.row-s.lines+1)
	end := min(s.top+s.lines, len(l.rows))
	rows, widths := l.rows[s.top:end], l.widths[s.top:end]
	if room := s.lines - len(rows); len(below) > 0 && room > 0 {
		rows = append(rows[:len(rows):len(rows)], below[:min(len(below), room)]...)
		widths = append(widths[:len(widths):len(widths)], make([]int, len(rows)-len(widths))...)
	}
	s.draw(rows, widths, cursor.row-s.top, cursor.col)
}

func (s *screen) draw(rows []string, widths []int, row, col int) {
	var b strings.Builder
	b.WriteString("\x1b[?25l")
	move(&b, s.row, 'A')
	b.WriteByte('\r')
	for i := range max(len(rows), len(s.rows)) {
		if i > 0 {
			b.WriteString("\r\n")
		}
		switch {
		case i >= len(rows):
			b.WriteString("\x1b[K")
		case i >= len(s.rows) || rows[i] != s.rows[i]:
			b.WriteString("\x1b[K" + rows[i])
		}
	}
	move(&b, max(len(rows), len(s.rows))-1-row, 'A')
	b.WriteByte('\r')
	move(&b, col, 'C')
	b.WriteString("\x1b[?25h")
	io.WriteString(s.out, b.String())
	s.rows, s.widths, s.row, s.col = rows, widths, row, col
}

// finish draws the whole layout, and goes to the line below it.
func (s *screen) finish(l *layout) {
	if len(l.rows) > s.lines {
		s.clear()
	}
	last := len(l.rows) - 1
	s.top = 0
	s.draw(l.rows, l.widths, last, l.widths[last])
	io.WriteString(s.out, "\r\n")
}

// clear takes away what was drawn.
func (s *screen) clear() {
	var b strings.Builder
	move(&b, s.row, 'A')
	b.WriteString("\r\x1b[J")
	io.WriteString(s.out, b.String())
	s.rows, s.widths, s.row, s.col = nil, nil, 0, 0
}

// resize clears what was drawn on a terminal that has another size now. Most have broken the rows that are too wide for it.
func (s *screen) resize(columns, lines int) {
	if columns == s.columns && lines == s.lines {
		return
	}
	up := s.col / columns
	for _, w := range s.widths[:min(s.row, len(s.widths))] {
		up += 1 + max(0, w-1)/columns
	}
	s.row = up
	s.clear()
	s.columns, s.lines = columns, lines
}

// move writes the sequence that moves the cursor n places.
func move(b *strings.Builder, n int, direction byte) {
	if n > 0 {
		b.WriteString("\x1b[" + strconv.Itoa(n))
		b.WriteByte(direction)
	}
}
