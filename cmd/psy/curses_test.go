//go:build unix

package main

import (
	"os"
	"path/filepath"
	"testing"
)

// TestTerminalCurses draws windows on a terminal, and reads its keys.
func TestTerminalCurses(t *testing.T) {
	prog := filepath.Join(t.TempDir(), "p.py")
	source := `import curses
import curses.panel
import curses.textpad

def main(screen):
    curses.curs_set(0)
    curses.init_pair(1, curses.COLOR_RED, curses.COLOR_BLUE)
    screen.addstr(0, 0, "title é 日本", curses.A_BOLD | curses.color_pair(1))
    win = curses.newwin(4, 12, 2, 3)
    win.keypad(True)
    win.box()
    win.addnstr(1, 1, "within it", 6)
    screen.refresh()
    win.refresh()
    keys = []
    while True:
        key = win.getkey(2, 1)
        keys.append(key)
        screen.addstr(7, 0, " ".join(keys))
        screen.clrtoeol()
        screen.refresh()
        if key == "q":
            break
    over = curses.newwin(3, 8, 3, 8)
    over.border("|", "|", "-", "-", "+", "+", "+", "+")
    panel = curses.panel.new_panel(over)
    curses.panel.update_panels()
    win.touchwin()
    win.noutrefresh()
    over.touchwin()
    over.noutrefresh()
    curses.doupdate()
    win.getch()
    panel.hide()
    screen.clear()
    screen.scrollok(True)
    screen.setscrreg(0, 3)
    screen.move(0, 0)
    for i in range(6):
        screen.addstr("line %d\n" % i)
    screen.hline(5, 0, "=", 5)
    screen.addstr(6, 0, "text: ")
    curses.echo()
    text = screen.getstr(6, 6, 10)
    screen.addstr(7, 0, repr(text))
    pad = curses.newpad(50, 50)
    for i in range(50):
        pad.addstr(i, 0, "pad row %d" % i)
    pad.refresh(20, 4, 9, 2, 10, 9)
    screen.getch()

curses.wrapper(main)
print("over")
`
	if err := os.WriteFile(prog, []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	s := newScreen(t, nil, "run", prog)
	s.keys("", "title é 日本\n\n   ┌──────────┐\n   │within    │\n   │          │\n   └──────────┘")
	s.keys("a", "┘\n\na")
	s.keys("\x1bOA\x1bOD\x1b[3~", "┘\n\na KEY_UP KEY_LEFT KEY_DC")
	s.keys("q", "   ┌──────────┐\n   │with+------+\n   │    |      |\n   └────+------+\n\na KEY_UP KEY_LEFT KEY_DC q")
	s.keys(" ", "line 3\nline 4\nline 5\n\n\n=====\ntext:")
	s.keys("abx\x7fc\r", "text: abc\nb'abc'\n\n  row 20\n  row 21")
	s.keys(" ", "over")
	if status := s.status(); status != 0 {
		t.Error("status", status)
	}
}
