# The module _curses without a screen: terminfo's files, capabilities, parameters, and what needs a screen.
# needs: stdlib
import os
import struct
import tempfile

import curses


def t(f, *args):
    try:
        print(repr(f(*args)))
    except Exception as e:
        print(type(e).__name__, e)


def compiled(booleans, numbers, strings):
    names = b"fake|a fake terminal\0"
    table, offsets = b"", []
    for s in strings:
        offsets.append(len(table) if s is not None else -1)
        table += s + b"\0" if s is not None else b""
    head = struct.pack("<6h", 0o432, len(names), len(booleans), len(numbers), len(offsets), len(table)) + names + bytes(booleans)
    head += b"\0" * (len(head) % 2)
    return head + struct.pack("<%dh" % len(numbers), *numbers) + struct.pack("<%dh" % len(offsets), *offsets) + table


t(curses.tigetstr, "cup"); t(curses.tparm, b"a"); t(curses.newwin, 1, 1); t(curses.endwin); t(curses.has_colors); t(curses.doupdate); t(curses.color_pair, 1)
with tempfile.TemporaryDirectory() as d:
    os.mkdir(os.path.join(d, "f"))
    strings = [None] * 394
    strings[0], strings[5], strings[10], strings[146], strings[393] = b"cbt\x1b", b"\x1b[H\x1b[2J$<50>", b"\x1b[%i%p1%d;%p2%dH", b"llkk", b"last"
    with open(os.path.join(d, "f", "fake"), "wb") as f:
        f.write(compiled([0, 1, 0, 0, 1], [80, 8, -1, 0, 300], strings))
    os.environ["TERMINFO"] = d
    t(curses.setupterm, 3); t(curses.setupterm, "fake", "a")
    print(curses.setupterm("fake", 1), curses.setupterm(term="fake", fd=1))
for name in ("am", "xenl", "bw", "km", "cols", "nonsense", "cup"):
    t(curses.tigetflag, name)
for name in ("cols", "it", "lines", "lm", "xmc", "pb", "colors", "am", "nonsense"):
    t(curses.tigetnum, name)
for name in ("cbt", "clear", "cup", "acsc", "slength", "home", "am", "nonsense"):
    t(curses.tigetstr, name)
t(curses.tigetstr, 3); t(curses.tparm, "a")
print(curses.tparm(curses.tigetstr("cup"), 5, 6))
for s in (b"%p1%d", b"%p1%2d|%p2%03d|%p1%x|%p1%X|%p1%o", b"%p1%{3}%+%d", b"%p1%p2%*%d", b"%p1%p2%-%d", b"%p1%p2%/%d", b"%p1%p2%m%d", b"%p1%'a'%+%c", b"%%",
          b"%?%p1%{8}%<%t3%p1%d%e%p1%{16}%<%t9%p1%{8}%-%d%e38;5;%p1%d%;m", b"%?%p1%p2%>%tgreater%eless%;", b"%p1%Pa%ga%ga%+%d", b"%p1%p2%=%d%p1%p2%A%d%p1%p2%O%d",
          b"%p1%!%d%p1%~%d", b"%p1%p2%&%d%p1%p2%|%d%p1%p2%^%d", b"%i%p1%d%p2%d", b"%p1%:-5d|", b"x%p9%dy", b"%?%p1%t%?%p2%ta%eb%;%ec%;."):
    print(s, [curses.tparm(s, a, b) for a, b in ((1, 2), (9, 3), (20, 20), (0, 7), (7, 1))])
t(curses.initscr.__name__.upper); t(curses.keyname, 3); t(curses.start_color)
print(curses.A_BOLD, curses.A_REVERSE, curses.A_ITALIC, curses.KEY_UP, curses.KEY_F1, curses.KEY_F12, curses.KEY_RESIZE, curses.KEY_MOUSE, curses.KEY_BTAB)
print(curses.BUTTON1_CLICKED, curses.BUTTON5_PRESSED, curses.ALL_MOUSE_EVENTS, curses.COLOR_CYAN, curses.ERR, curses.OK, curses.error.__name__)
