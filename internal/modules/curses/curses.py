# The module _curses: see doc.go.
import os as _os
import re as _re
import select as _select
import struct as _struct
import sys as _sys
import time as _time
from operator import index as _index
from unicodedata import combining as _combining, east_asian_width as _east_asian_width

version = __version__ = b"2.2"
ERR, OK = -1, 0


class error(Exception):
    pass


error.__module__ = "_curses"

# Capabilities in the order of terminfo's files.
_BOOLEANS = """
    bw am xsb xhp xenl eo gn hc km hs in da db mir msgr os eslok xt hz ul xon nxon mc5i chts nrrmc npc ndscr ccc bce hls xhpa crxm daisy xvpa
    sam cpix lpix
""".split()
_NUMBERS = """
    cols it lines lm xmc pb vt wsl nlab lh lw ma wnum colors pairs ncv bufsz spinv spinh maddr mjump mcs mls npins orc orl orhi orvi cps widcs
    btns bitwin bitype
""".split()
_STRINGS = """
    cbt bel cr csr tbc clear el ed hpa cmdch cup cud1 home civis cub1 mrcup cnorm cuf1 ll cuu1 cvvis dch1 dl1 dsl hd smacs blink bold smcup smdc
    dim smir invis prot rev smso smul ech rmacs sgr0 rmcup rmdc rmir rmso rmul flash ff fsl is1 is2 is3 if ich1 il1 ip kbs ktbc kclr kctab kdch1
    kdl1 kcud1 krmir kel ked kf0 kf1 kf10 kf2 kf3 kf4 kf5 kf6 kf7 kf8 kf9 khome kich1 kil1 kcub1 kll knp kpp kcuf1 kind kri khts kcuu1 rmkx smkx
    lf0 lf1 lf10 lf2 lf3 lf4 lf5 lf6 lf7 lf8 lf9 rmm smm nel pad dch dl cud ich indn il cub cuf rin cuu pfkey pfloc pfx mc0 mc4 mc5 rep rs1 rs2
    rs3 rf rc vpa sc ind ri sgr hts wind ht tsl uc hu iprog ka1 ka3 kb2 kc1 kc3 mc5p rmp acsc pln kcbt smxon rmxon smam rmam xonc xoffc enacs
    smln rmln kbeg kcan kclo kcmd kcpy kcrt kend kent kext kfnd khlp kmrk kmsg kmov knxt kopn kopt kprv kprt krdo kref krfr krpl krst kres ksav
    kspd kund kBEG kCAN kCMD kCPY kCRT kDC kDL kslt kEND kEOL kEXT kFND kHLP kHOM kIC kLFT kMSG kMOV kNXT kOPT kPRV kPRT kRDO kRPL kRIT kRES
    kSAV kSPD kUND rfi kf11 kf12 kf13 kf14 kf15 kf16 kf17 kf18 kf19 kf20 kf21 kf22 kf23 kf24 kf25 kf26 kf27 kf28 kf29 kf30 kf31 kf32 kf33 kf34
    kf35 kf36 kf37 kf38 kf39 kf40 kf41 kf42 kf43 kf44 kf45 kf46 kf47 kf48 kf49 kf50 kf51 kf52 kf53 kf54 kf55 kf56 kf57 kf58 kf59 kf60 kf61 kf62
    kf63 el1 mgc smgl smgr fln sclk dclk rmclk cwin wingo hup dial qdial tone pulse hook pause wait u0 u1 u2 u3 u4 u5 u6 u7 u8 u9 op oc initc
    initp scp setf setb cpi lpi chr cvr defc swidm sdrfq sitm slm smicm snlq snrmq sshm ssubm ssupm sum rwidm ritm rlm rmicm rshm rsubm rsupm
    rum mhpa mcud1 mcub1 mcuf1 mvpa mcuu1 porder mcud mcub mcuf mcuu scs smgb smgbp smglp smgrp smgt smgtp sbim scsd rbim rcsd subcs supcs docr
    zerom csnm kmous minfo reqmp getm setaf setab pfxl devt csin s0ds s1ds s2ds s3ds smglr smgtb birep binel bicr colornm defbi endbi setcolor
    slines dispc smpch rmpch smsc rmsc pctrm scesc scesa ehhlm elhlm elohlm erhlm ethlm evhlm sgr1 slength
""".split()

A_NORMAL, A_ATTRIBUTES, A_CHARTEXT, A_COLOR = 0, 0xffffff00, 0xff, 0xff00
A_STANDOUT, A_UNDERLINE, A_REVERSE, A_BLINK, A_DIM, A_BOLD, A_ALTCHARSET, A_INVIS, A_PROTECT = (1 << n for n in range(16, 25))
A_HORIZONTAL, A_LEFT, A_LOW, A_RIGHT, A_TOP, A_VERTICAL, A_ITALIC = (1 << n for n in range(25, 32))
COLOR_BLACK, COLOR_RED, COLOR_GREEN, COLOR_YELLOW, COLOR_BLUE, COLOR_MAGENTA, COLOR_CYAN, COLOR_WHITE = range(8)
for _n in range(1, 6):
    for _i, _name in enumerate(("RELEASED", "PRESSED", "CLICKED", "DOUBLE_CLICKED", "TRIPLE_CLICKED")):
        globals()["BUTTON%d_%s" % (_n, _name)] = 1 << 5 * (_n - 1) + _i
BUTTON_CTRL, BUTTON_SHIFT, BUTTON_ALT, REPORT_MOUSE_POSITION, ALL_MOUSE_EVENTS = 1 << 25, 1 << 26, 1 << 27, 1 << 28, (1 << 28) - 1

# The names of keys, from KEY_BREAK on, with their capabilities; F keys stand between KEY_BACKSPACE and KEY_DL.
_KEYS = """BREAK:- DOWN:kcud1 UP:kcuu1 LEFT:kcub1 RIGHT:kcuf1 HOME:khome BACKSPACE:kbs"""
_MORE_KEYS = """DL:kdl1 IL:kil1 DC:kdch1 IC:kich1 EIC:krmir CLEAR:kclr EOS:ked EOL:kel SF:kind SR:kri NPAGE:knp PPAGE:kpp STAB:khts CTAB:kctab CATAB:ktbc
    ENTER:kent SRESET:- RESET:- PRINT:kprt LL:kll A1:ka1 A3:ka3 B2:kb2 C1:kc1 C3:kc3 BTAB:kcbt BEG:kbeg CANCEL:kcan CLOSE:kclo COMMAND:kcmd COPY:kcpy
    CREATE:kcrt END:kend EXIT:kext FIND:kfnd HELP:khlp MARK:kmrk MESSAGE:kmsg MOVE:kmov NEXT:knxt OPEN:kopn OPTIONS:kopt PREVIOUS:kprv REDO:krdo
    REFERENCE:kref REFRESH:krfr REPLACE:krpl RESTART:krst RESUME:kres SAVE:ksav SBEG:kBEG SCANCEL:kCAN SCOMMAND:kCMD SCOPY:kCPY SCREATE:kCRT SDC:kDC
    SDL:kDL SELECT:kslt SEND:kEND SEOL:kEOL SEXIT:kEXT SFIND:kFND SHELP:kHLP SHOME:kHOM SIC:kIC SLEFT:kLFT SMESSAGE:kMSG SMOVE:kMOV SNEXT:kNXT
    SOPTIONS:kOPT SPREVIOUS:kPRV SPRINT:kPRT SREDO:kRDO SREPLACE:kRPL SRIGHT:kRIT SRSUME:kRES SSAVE:kSAV SSUSPEND:kSPD SUNDO:kUND SUSPEND:kspd UNDO:kund
    MOUSE:kmous RESIZE:-"""
_key_caps, _key_names = {}, {}


def _define_keys():
    def define(name, cap, code):
        globals()["KEY_" + name] = code
        _key_names[code] = "KEY_" + name
        if cap != "-":
            _key_caps[cap] = code

    for first, words in ((257, _KEYS), (328, _MORE_KEYS)):
        for i, word in enumerate(words.split()):
            define(*word.split(":"), first + i)
    for n in range(64):
        define("F%d" % n, "kf%d" % n, 264 + n)
        _key_names[264 + n] = "KEY_F(%d)" % n


_define_keys()
KEY_MIN, KEY_MAX = 257, 511

# Line drawing: names, letters, what Unicode has, and what there is without.
_ACS = {"ULCORNER": "l\u250c+", "LLCORNER": "m\u2514+", "URCORNER": "k\u2510+", "LRCORNER": "j\u2518+", "LTEE": "t\u251c+", "RTEE": "u\u2524+",
        "BTEE": "v\u2534+", "TTEE": "w\u252c+", "HLINE": "q\u2500-", "VLINE": "x\u2502|", "PLUS": "n\u253c+", "S1": "o\u23ba~", "S9": "s\u23bd_",
        "DIAMOND": "`\u25c6+", "CKBOARD": "a\u2592:", "DEGREE": "f\u00b0'", "PLMINUS": "g\u00b1#", "BULLET": "~\u00b7o", "LARROW": ",\u2190<",
        "RARROW": "+\u2192>", "DARROW": ".\u2193v", "UARROW": "-\u2191^", "BOARD": "h\u2592#", "LANTERN": "i\u2603#", "BLOCK": "0\u25ae#",
        "S3": "p\u23bb-", "S7": "r\u23bc-", "LEQUAL": "y\u2264<", "GEQUAL": "z\u2265>", "PI": "{\u03c0*", "NEQUAL": "|\u2260!", "STERLING": "}\u00a3f"}
_ACS_SAME = {"BSSB": "ULCORNER", "SSBB": "LLCORNER", "BBSS": "URCORNER", "SBBS": "LRCORNER", "SBSS": "RTEE", "SSSB": "LTEE", "SSBS": "BTEE",
             "BSSS": "TTEE", "BSBS": "HLINE", "SBSB": "VLINE", "SSSS": "PLUS"}
_unicode_acs = {v[0]: v[1] for v in _ACS.values()}
_plain_acs = {v[0]: v[2] for v in _ACS.values()}


# Terminfo.

class _Terminal:
    def __init__(self, name, data):
        self.name, self.long, self.caps = name, name, {}
        if data is None:
            self.caps = dict(_FALLBACK)
            return
        magic, names, booleans, numbers, strings, size = _struct.unpack_from("<6h", data)
        if magic not in (0o432, 0o1036):
            raise ValueError("not a description of a terminal")
        width, fmt = (2, "h") if magic == 0o432 else (4, "i")
        at = 12
        self.long = data[at:at + names].split(b"\0")[0].decode("latin-1").split("|")[-1]
        at += names
        for cap, b in zip(_BOOLEANS, data[at:at + booleans]):
            if b == 1:
                self.caps[cap] = True
        at += booleans
        at += at & 1
        for cap, n in zip(_NUMBERS, _struct.unpack_from("<%d%s" % (numbers, fmt), data, at)):
            if n >= 0:
                self.caps[cap] = n
        at += width * numbers
        offsets = _struct.unpack_from("<%dh" % strings, data, at)
        table = data[at + 2 * strings:at + 2 * strings + size]
        for cap, o in zip(_STRINGS, offsets):
            if o >= 0:
                end = table.find(b"\0", o)
                self.caps[cap] = table[o:end if end >= 0 else None]

    def __getitem__(self, cap):
        return self.caps.get(cap)


# A terminal that has what all of today's have, where no description is found.
_FALLBACK = {
    "am": True, "xenl": True, "bce": True, "mir": True, "msgr": True, "cols": 80, "lines": 24, "it": 8, "colors": 8, "pairs": 64,
    "clear": b"\x1b[H\x1b[2J", "cup": b"\x1b[%i%p1%d;%p2%dH", "el": b"\x1b[K", "ed": b"\x1b[J", "home": b"\x1b[H", "bel": b"\a", "cr": b"\r", "ind": b"\n",
    "bold": b"\x1b[1m", "dim": b"\x1b[2m", "smul": b"\x1b[4m", "rmul": b"\x1b[24m", "blink": b"\x1b[5m", "rev": b"\x1b[7m", "smso": b"\x1b[7m",
    "rmso": b"\x1b[27m", "invis": b"\x1b[8m", "sgr0": b"\x1b[m", "setaf": b"\x1b[3%p1%dm", "setab": b"\x1b[4%p1%dm", "op": b"\x1b[39;49m",
    "kcuu1": b"\x1b[A", "kcud1": b"\x1b[B", "kcuf1": b"\x1b[C", "kcub1": b"\x1b[D", "khome": b"\x1b[H", "kend": b"\x1b[F", "kbs": b"\x7f",
    "kich1": b"\x1b[2~", "kdch1": b"\x1b[3~", "kpp": b"\x1b[5~", "knp": b"\x1b[6~", "kf1": b"\x1bOP", "kf2": b"\x1bOQ", "kf3": b"\x1bOR", "kf4": b"\x1bOS",
    "kf5": b"\x1b[15~", "kf6": b"\x1b[17~", "kf7": b"\x1b[18~", "kf8": b"\x1b[19~", "kf9": b"\x1b[20~", "kf10": b"\x1b[21~", "kf11": b"\x1b[23~",
    "kf12": b"\x1b[24~", "civis": b"\x1b[?25l", "cnorm": b"\x1b[?25h", "smcup": b"\x1b[?1049h", "rmcup": b"\x1b[?1049l",
}
_COMMON = ("xterm", "vt1", "vt2", "linux", "screen", "tmux", "rxvt", "ansi", "konsole", "gnome", "alacritty", "foot", "kitty", "putty", "cygwin", "st")


def _find_terminal(name):
    if "/" in name or name.startswith("."):
        return None
    folders = [_os.environ.get("TERMINFO"), _os.path.expanduser("~/.terminfo"), *(_os.environ.get("TERMINFO_DIRS") or "").split(":"),
               "/etc/terminfo", "/lib/terminfo", "/usr/share/terminfo", "/usr/lib/terminfo", "/usr/local/share/terminfo"]
    for folder in folders:
        if folder:
            for part in (name[0], "%x" % ord(name[0])):
                try:
                    with open(_os.path.join(folder, part, name), "rb") as f:
                        return _Terminal(name, f.read())
                except (OSError, ValueError, _struct.error):
                    pass
    return _Terminal(name, None) if name.startswith(_COMMON) else None


_term = None  # the terminal that setupterm has found
_fd = 1


def setupterm(term=None, fd=-1):
    global _term, _fd
    if term is not None and not isinstance(term, str):
        raise TypeError("setupterm() argument 'term' must be str or None, not " + type(term).__name__)
    fd = _index(fd)
    if fd == -1:
        out = getattr(_sys, "stdout", None)
        if out is None:
            raise error("lost sys.stdout")
        fd = out.fileno()
    if _term is None:
        name = term or _os.environ.get("TERM")
        if not name:
            raise error("setupterm: could not find terminal")
        found = _find_terminal(name)
        if found is None:
            raise error("setupterm: could not find terminal")
        _term, _fd = found, fd
        found.caps["lines"], found.caps["cols"] = _size()


def _need_term():
    if _term is None:
        raise error("must call (at least) setupterm() first")


def _need_init():
    if _stdscr is None:
        raise error("must call initscr() first")


def _need_color():
    _need_init()
    if not _color:
        raise error("must call start_color() first")


def _cap(name, function):
    _need_term()
    if not isinstance(name, str):
        raise TypeError("%s() argument must be str, not %s" % (function, type(name).__name__))
    return _term[name]


def tigetflag(capname, /):
    v = _cap(capname, "tigetflag")
    if capname not in _BOOLEANS:
        return -1
    return 1 if v else 0


def tigetnum(capname, /):
    v = _cap(capname, "tigetnum")
    if capname not in _NUMBERS:
        return -2
    return v if v is not None else -1


def tigetstr(capname, /):
    v = _cap(capname, "tigetstr")
    return v if isinstance(v, bytes) else None


def tparm(str, i1=0, i2=0, i3=0, i4=0, i5=0, i6=0, i7=0, i8=0, i9=0, /):
    _need_term()
    if not isinstance(str, (bytes, bytearray, memoryview)):
        raise TypeError("a bytes-like object is required, not '%s'" % type(str).__name__)
    return _tparm(bytes(str), i1, i2, i3, i4, i5, i6, i7, i8, i9)


_static_vars = {}


def _tparm(s, *params):
    params, stack, out, vars, i, n = list(params), [], bytearray(), {}, 0, len(s)
    pop = lambda: stack.pop() if stack else 0

    def skip(i, marks):
        "Behind the %e or %; that ends a part of a condition."
        level = 0
        while i < n:
            if s[i] == 37 and i + 1 < n:
                c = s[i + 1]
                i += 2
                if c == 63:
                    level += 1
                elif c == 59:
                    if level == 0:
                        return i
                    level -= 1
                elif c == 101 and level == 0 and 101 in marks:
                    return i
            else:
                i += 1
        return n

    while i < n:
        c = s[i]
        i += 1
        if c != 37 or i >= n:
            out.append(c)
            continue
        c = chr(s[i])
        i += 1
        if c == "%":
            out.append(37)
        elif c == "p":
            k = s[i] - 49
            stack.append(params[k] if 0 <= k < 9 else 0)
            i += 1
        elif c == "i":
            params[0] += 1
            params[1] += 1
        elif c == "c":
            out.append(pop() & 255)
        elif c == "'":
            stack.append(s[i])
            i += 2
        elif c == "{":
            end = s.find(b"}", i)
            stack.append(int(s[i:end]))
            i = end + 1
        elif c == "P":
            (vars if 97 <= s[i] <= 122 else _static_vars)[s[i]] = pop()
            i += 1
        elif c == "g":
            stack.append((vars if 97 <= s[i] <= 122 else _static_vars).get(s[i], 0))
            i += 1
        elif c == "l":
            x = pop()
            stack.append(len(x) if isinstance(x, bytes) else 0)
        elif c in "+-*/m&|^=<>AO":
            b, a = pop(), pop()
            stack.append({"+": lambda: a + b, "-": lambda: a - b, "*": lambda: a * b, "/": lambda: a // b if b else 0, "m": lambda: a % b if b else 0,
                          "&": lambda: a & b, "|": lambda: a | b, "^": lambda: a ^ b, "=": lambda: int(a == b), "<": lambda: int(a < b),
                          ">": lambda: int(a > b), "A": lambda: int(bool(a and b)), "O": lambda: int(bool(a or b))}[c]())
        elif c == "!":
            stack.append(int(not pop()))
        elif c == "~":
            stack.append(~pop())
        elif c == "t":
            if not pop():
                i = skip(i, (101,))
        elif c == "e":
            i = skip(i, ())
        elif c in "?;":
            pass
        else:
            m = _re.compile(rb"(:?[-+# 0]*)(\d*)(?:\.(\d+))?([doxXs])").match(s, i - 1)
            if m is None:
                continue
            i = m.end()
            x = pop()
            spec = "%" + m[1].decode().lstrip(":") + m[2].decode() + ("." + m[3].decode() if m[3] else "") + m[4].decode()
            if m[4] == b"s":
                x = x.decode("latin-1") if isinstance(x, bytes) else str(x) if x else ""
            out += (spec % x).encode("latin-1", "replace")
    return bytes(out)


def _put(cap, *params):
    "Writes a capability, without what it says of waiting."
    s = _term[cap] if isinstance(cap, str) else cap
    if s:
        _out.append(_re.sub(rb"\$<[^>]*>", b"", _tparm(s, *params, *[0] * (9 - len(params))) if params else s))


_out = []


def _flush():
    data = b"".join(_out)
    _out.clear()
    while data:
        data = data[_os.write(_fd, data):]


def putp(string, /):
    if not isinstance(string, (bytes, bytearray)):
        raise TypeError("a bytes-like object is required, not '%s'" % type(string).__name__)
    _sys.stdout.flush()
    _os.write(1, _re.sub(rb"\$<[^>]*>", b"", bytes(string)))


# State.

_stdscr = _new = _shown = None
_ended = False
_color = _default_colors = False
_pairs, _colors = {0: (7, 0)}, {}
_modes = _saved = _shell_modes = _prog_modes = None
_cbreak = _raw = False
_echo, _nl = True, True
_halfdelay = 0
_cursor = 1
_escdelay, _tabsize = 1000, 8
_pushed, _bytes = [], bytearray()
_mouse_events, _mouse_mask, _mouse_time = [], 0, 200
_use_env = True
_filter = False
_clear_next = True
_keys = {}
_last_cursor = (0, 0)
_leave = False
_encoding = "utf-8"


def _size():
    try:
        c, l = _os.get_terminal_size(_fd)
    except OSError:
        c = l = 0
    if _use_env:
        try:
            l = int(_os.environ.get("LINES") or l)
            c = int(_os.environ.get("COLUMNS") or c)
        except ValueError:
            pass
    return l or _term["lines"] or 24, c or _term["cols"] or 80


def _set_modes():
    if _modes is None:
        return
    import termios
    new = [x[:] if isinstance(x, list) else x for x in _modes]
    new[3] &= ~(termios.ECHO | termios.ECHONL)
    new[1] &= ~termios.ONLCR
    new[0] = new[0] | termios.ICRNL if _nl else new[0] & ~termios.ICRNL
    if _raw or _cbreak or _halfdelay:
        new[3] &= ~termios.ICANON
        new[6][termios.VMIN], new[6][termios.VTIME] = 1, 0
    if _raw:
        new[3] &= ~(termios.ISIG | termios.IEXTEN)
        new[0] &= ~(termios.IXON | termios.BRKINT | termios.PARMRK)
    try:
        termios.tcsetattr(0, termios.TCSADRAIN, new)
    except (termios.error, OSError):
        pass


def initscr():
    global _stdscr, _new, _shown, _modes, _shell_modes, _ended, _clear_next, _encoding, LINES, COLS
    if _stdscr is not None:
        if _ended:
            _resume()
        return _stdscr
    if _term is None:
        try:
            setupterm(fd=1)
        except error:
            print("Error opening terminal: %s." % (_os.environ.get("TERM") or "unknown"), file=_sys.stderr)
            raise
    import locale
    _encoding = locale.getencoding()
    try:
        import termios
        _modes = _shell_modes = termios.tcgetattr(0)
    except Exception:
        _modes = None
    LINES, COLS = _size()
    if _filter:
        LINES = 1
    _new, _shown = _blank(LINES, COLS), _blank(LINES, COLS)
    _stdscr = _make(LINES, COLS, 0, 0)
    for name, v in _ACS.items():
        globals()["ACS_" + name] = A_ALTCHARSET | ord(v[0])
    for name, other in _ACS_SAME.items():
        globals()["ACS_" + name] = globals()["ACS_" + other]
    for cap, code in _key_caps.items():
        if _term[cap]:
            _keys[_term[cap]] = code
    _keys.setdefault(b"\x1b[H", KEY_HOME)
    _keys.setdefault(b"\x1b[F", KEY_END)
    for c, code in zip(b"ABCD", (KEY_UP, KEY_DOWN, KEY_RIGHT, KEY_LEFT)):
        _keys.setdefault(b"\x1b[%c" % c, code)
        _keys.setdefault(b"\x1bO%c" % c, code)
    _set_modes()
    _put("smcup")
    _flush()
    return _stdscr


def _resume():
    global _ended, _clear_next
    _ended, _clear_next = False, True
    _set_modes()
    _put("smcup")
    if _stdscr._keypad:
        _put("smkx")
    if _cursor != 1:
        _put(("civis", "cnorm", "cvvis")[_cursor])
    _mouse(True)


def endwin():
    global _ended
    _need_init()
    if _ended:
        return
    _put("sgr0")
    if _color:
        _put("op")
    _put("cup", LINES - 1, 0)
    _mouse(False)
    if _stdscr._keypad:
        _put("rmkx")
    _put("cnorm")
    _put("rmcup")
    _out.append(b"\r")
    _flush()
    _ended = True
    if _modes is not None:
        import termios
        try:
            termios.tcsetattr(0, termios.TCSADRAIN, _shell_modes)
        except (termios.error, OSError):
            pass


def isendwin():
    _need_init()
    return _ended


def cbreak(flag=True, /):
    global _cbreak, _halfdelay
    _need_init()
    _cbreak, _halfdelay = bool(flag), 0
    _set_modes()


def nocbreak():
    cbreak(False)


def raw(flag=True, /):
    global _raw
    _need_init()
    _raw = bool(flag)
    _set_modes()


def noraw():
    raw(False)


def echo(flag=True, /):
    global _echo
    _need_init()
    _echo = bool(flag)


def noecho():
    echo(False)


def nl(flag=True, /):
    global _nl
    _need_init()
    _nl = bool(flag)
    _set_modes()


def nonl():
    nl(False)


def halfdelay(tenths, /):
    global _halfdelay
    _need_init()
    if isinstance(tenths, float):
        raise TypeError("'float' object cannot be interpreted as an integer")
    if not 1 <= tenths <= 255:
        raise error("halfdelay() returned ERR")
    _halfdelay = tenths
    _set_modes()


def qiflush(flag=True, /):
    _need_init()


def noqiflush():
    _need_init()


def intrflush(flag, /):
    _need_init()


def meta(yes, /):
    _need_init()


def typeahead(fd, /):
    _need_init()


def filter():
    global _filter
    _filter = True


def use_env(flag, /):
    global _use_env
    _use_env = bool(flag)


def _terminal_modes():
    try:
        import termios
        return termios.tcgetattr(0)
    except Exception:
        return None


def _restore(modes):
    if modes is not None:
        import termios
        termios.tcsetattr(0, termios.TCSADRAIN, modes)


def def_prog_mode():
    global _prog_modes
    _need_init()
    _prog_modes = _terminal_modes()


def def_shell_mode():
    global _shell_modes
    _need_init()
    _shell_modes = _terminal_modes() or _shell_modes


def reset_prog_mode():
    _need_init()
    _restore(_prog_modes)


def reset_shell_mode():
    _need_init()
    _restore(_shell_modes)


def savetty():
    global _saved
    _need_init()
    _saved = _terminal_modes()


def resetty():
    _need_init()
    _restore(_saved)


def baudrate():
    _need_init()
    return 38400


def beep():
    _need_init()
    _put("bel")
    _flush()


def flash():
    _need_init()
    _put("flash" if _term["flash"] else "bel")
    _flush()


def curs_set(visibility, /):
    global _cursor
    _need_init()
    if visibility not in (0, 1, 2) or not _term[("civis", "cnorm", "cvvis")[visibility]]:
        raise error("curs_set() returned ERR")
    old, _cursor = _cursor, visibility
    _put(("civis", "cnorm", "cvvis")[visibility])
    _flush()
    return old


def napms(ms, /):
    _need_init()
    _time.sleep(max(ms, 0) / 1000)
    return 0


def delay_output(ms, /):
    _need_init()
    _time.sleep(max(ms, 0) / 1000)


def flushinp():
    _need_init()
    _bytes.clear()
    _pushed.clear()
    while _select.select([0], [], [], 0)[0] and _os.read(0, 4096):
        pass


def erasechar():
    _need_init()
    import termios
    return _modes[6][termios.VERASE] if _modes else b"\x7f"


def killchar():
    _need_init()
    import termios
    return _modes[6][termios.VKILL] if _modes else b"\x15"


def longname():
    _need_init()
    return _term.long.encode("latin-1")


def termname():
    _need_init()
    return _term.name.encode()[:14]


def termattrs():
    _need_init()
    n = 0
    for cap, a in (("blink", A_BLINK), ("bold", A_BOLD), ("dim", A_DIM), ("rev", A_REVERSE), ("smso", A_STANDOUT), ("prot", A_PROTECT),
                   ("smul", A_UNDERLINE), ("smacs", A_ALTCHARSET), ("invis", A_INVIS), ("sitm", A_ITALIC)):
        if _term[cap]:
            n |= a
    return n | (A_COLOR if _term["colors"] else 0)


def has_ic():
    _need_init()
    return bool((_term["ich1"] or _term["ich"] or _term["smir"]) and (_term["dch1"] or _term["dch"]))


def has_il():
    _need_init()
    return bool((_term["il1"] or _term["il"]) and (_term["dl1"] or _term["dl"])) or bool(_term["csr"])


def has_key(key, /):
    _need_init()
    return _index(key) in _keys.values()


def keyname(key, /):
    _need_init()
    key = _index(key)
    if key < 0:
        raise ValueError("invalid key number")
    if key in _key_names:
        return _key_names[key].encode()
    return unctrl(key) if key < 256 else b"UNKNOWN KEY"


def unctrl(ch, /):
    _need_init()
    c = _char_code(ch) & 255
    if c < 32 or c == 127:
        return b"^" + bytes([c ^ 64])
    if c < 128:
        return bytes([c])
    return b"~" + bytes([c - 64]) if c < 160 else bytes([c])


def _char_code(ch):
    if isinstance(ch, int):
        if not -1 << 63 <= ch < 1 << 63:
            raise OverflowError("int doesn't fit in long")
        return ch
    if isinstance(ch, bytes) and len(ch) == 1:
        return ch[0]
    if isinstance(ch, str) and len(ch) == 1:
        if ord(ch) > 127:
            b = ch.encode(_encoding)
            if len(b) != 1:
                raise OverflowError("byte doesn't fit in one character")
            return b[0]
        return ord(ch)
    raise TypeError("expect bytes or str of length 1, or int, got " + type(ch).__name__)


def get_escdelay():
    return _escdelay


def set_escdelay(ms, /):
    global _escdelay
    if _index(ms) <= 0:
        raise ValueError("ms must be > 0")
    _escdelay = ms


def get_tabsize():
    return _tabsize


def set_tabsize(size, /):
    global _tabsize
    if _index(size) <= 0:
        raise ValueError("size must be > 0")
    _tabsize = size


def getsyx():
    _need_init()
    return _last_cursor


def setsyx(y, x, /):
    global _last_cursor
    _need_init()
    _last_cursor = (_index(y), _index(x))


def update_lines_cols():
    _publish()


def _publish():
    curses = _sys.modules.get("curses")
    if curses is not None:
        curses.LINES, curses.COLS = globals().get("LINES", 0), globals().get("COLS", 0)


def is_term_resized(nlines, ncols, /):
    _need_init()
    return nlines > 0 and ncols > 0 and (nlines, ncols) != (LINES, COLS)


def resize_term(nlines, ncols, /):
    global LINES, COLS, _new, _shown, _clear_next
    _need_init()
    if nlines <= 0 or ncols <= 0:
        raise error("resize_term() returned ERR")
    LINES, COLS = nlines, ncols
    _new, _shown, _clear_next = _blank(LINES, COLS), _blank(LINES, COLS), True
    _stdscr._resize(LINES, COLS)
    _publish()


def resizeterm(nlines, ncols, /):
    resize_term(nlines, ncols)


# Colours.

def has_colors():
    _need_init()
    return bool(_term["colors"] and _term["pairs"] and (_term["setaf"] or _term["setf"]))


def can_change_color():
    _need_init()
    return bool(_term["ccc"])


def has_extended_color_support():
    return False


def start_color():
    global _color, COLORS, COLOR_PAIRS
    _need_init()
    if not has_colors():
        raise error("start_color() returned ERR")
    _color = True
    COLORS, COLOR_PAIRS = _term["colors"], min(_term["pairs"] or 64, 65536)


def use_default_colors():
    global _default_colors
    _need_color()
    _default_colors = True
    _pairs[0] = (-1, -1)


def init_pair(pair_number, fg, bg, /):
    _need_color()
    n = _index(pair_number)
    if not 1 <= n < COLOR_PAIRS:
        raise ValueError("Color pair should be between 1 and COLOR_PAIRS-1 (%d), inclusive." % (COLOR_PAIRS - 1))
    low = -1 if _default_colors else 0
    for c in (fg, bg):
        if not low <= _index(c) < COLORS:
            raise ValueError("Color number is greater than COLORS-1 (%d)." % (COLORS - 1) if c >= COLORS else "Color number is less than 0.")
    if _pairs.get(n) not in (None, (fg, bg)) and _shown is not None:
        for row in _shown:
            for i, cell in enumerate(row):
                if cell[1] >> 8 & 255 == n:
                    row[i] = None
    _pairs[n] = (fg, bg)


def pair_content(pair_number, /):
    _need_color()
    n = _index(pair_number)
    if not 0 <= n < COLOR_PAIRS:
        raise ValueError("Color pair should be between 0 and COLOR_PAIRS-1 (%d), inclusive." % (COLOR_PAIRS - 1))
    return _pairs.get(n, (0, 0))


def color_pair(pair_number, /):
    _need_color()
    return (_index(pair_number) & 255) << 8


def pair_number(attr, /):
    _need_color()
    return (attr & A_COLOR) >> 8


def init_color(color_number, r, g, b, /):
    _need_color()
    if not 0 <= _index(color_number) < COLORS:
        raise ValueError("Color number is greater than COLORS-1 (%d)." % (COLORS - 1) if color_number >= 0 else "Color number is less than 0.")
    if not can_change_color():
        raise error("init_color() returned ERR")
    for v in (r, g, b):
        if not 0 <= v <= 1000:
            raise error("init_color() returned ERR")
    _colors[color_number] = (r, g, b)
    _put("initc", color_number, r, g, b)


def color_content(color_number, /):
    _need_color()
    n = _index(color_number)
    if not 0 <= n < COLORS:
        raise ValueError("Color number is greater than COLORS-1 (%d)." % (COLORS - 1) if n >= 0 else "Color number is less than 0.")
    strong = 1000 if n >= 8 else 680
    return _colors.get(n, (strong * (n & 1), strong * (n >> 1 & 1), strong * (n >> 2 & 1)))


# The screen.

_SPACE = (" ", 0)


def _blank(lines, cols):
    return [[_SPACE] * cols for _ in range(lines)]


def _width(c):
    if c < "\u0300":
        return 1
    if _combining(c) or c in "\u200b\u200d\ufe0f":
        return 0
    return 2 if _east_asian_width(c) in "WF" else 1


def _attributes(attr):
    "Writes what makes the terminal show characters so."
    _put("sgr0")
    for bit, cap in ((A_BOLD, "bold"), (A_DIM, "dim"), (A_UNDERLINE, "smul"), (A_REVERSE, "rev"), (A_BLINK, "blink"), (A_STANDOUT, "smso"),
                     (A_INVIS, "invis"), (A_ITALIC, "sitm")):
        if attr & bit:
            _put(cap)
    n = attr >> 8 & 255
    if _color and (n or _default_colors):
        fg, bg = _pairs.get(n, (-1, -1))
        for c, new, old in ((fg, "setaf", "setf"), (bg, "setab", "setb")):
            if c >= 0:
                _put(new if _term[new] else old, c)


def _shown_char(cell):
    c, attr = cell
    if attr & A_ALTCHARSET:
        if "utf" in _encoding.lower():
            return _unicode_acs.get(c, c)
        return _plain_acs.get(c, c)
    return c


def doupdate():
    global _clear_next
    _need_init()
    if _ended:
        _resume()
    if _clear_next:
        _clear_next = False
        _put("sgr0")
        _put("clear")
        for row in _shown:
            row[:] = [_SPACE] * COLS
    attr, place = None, None
    for y in range(LINES):
        old, new = _shown[y], _new[y]
        if old == new:
            continue
        end = COLS
        while end and new[end - 1] == _SPACE:
            end -= 1
        erase = bool(_term["el"]) and old[end:] != new[end:]
        x = 0
        while x < end:
            if old[x] == new[x]:
                x += 1
                continue
            if new[x][0] == "" and x:  # the second half of a wide character
                x -= 1
            if place != (y, x):
                _put("cup", y, x)
            while x < end and old[x] != new[x] or x < end and new[x][0] == "":
                c, a = new[x]
                if a & ~A_ALTCHARSET != attr:
                    attr = a & ~A_ALTCHARSET
                    _attributes(attr)
                _out.append(_shown_char(new[x]).encode(_encoding, "replace"))
                old[x] = new[x]
                x += 1
            place = (y, x) if x < COLS else None
        if erase:
            if place != (y, end):
                _put("cup", y, end)
            if attr != 0:
                attr = 0
                _attributes(0)
            _put("el")
            place = (y, end)
        elif old[end:] != new[end:]:
            if place != (y, end):
                _put("cup", y, end)
            attr = 0
            _attributes(0)
            _out.append(b" " * (COLS - end))
            place = None
        old[:] = new
    if attr:
        _attributes(0)
    if not _leave:
        _put("cup", *_last_cursor)
    _flush()


# Windows.

def _cell(ch, attr):
    "The character and the attributes of an argument that is a character with attributes."
    if isinstance(ch, int):
        c = ch & 0xff if ch & ~0xff else ch
        a = ch & A_ATTRIBUTES
        if c > 127 and not a & A_ALTCHARSET:
            return bytes([c]).decode(_encoding, "replace"), a | attr
        return chr(c), a | attr
    if isinstance(ch, bytes) and len(ch) == 1:
        return (chr(ch[0]) if ch[0] < 128 else ch.decode(_encoding, "replace")), attr
    if isinstance(ch, str):
        if len(ch) == 1 or ch and all(_width(c) == 0 for c in ch[1:]):
            return ch, attr
        raise TypeError("expect bytes or str of length 1, or int, got str")
    raise TypeError("expect bytes or str of length 1, or int, got " + type(ch).__name__)


def _text(s):
    if isinstance(s, bytes):
        if b"\0" in s:
            raise ValueError("embedded null byte")
        return s.decode(_encoding, "replace")
    if isinstance(s, str):
        if "\0" in s:
            raise ValueError("embedded null character")
        return s
    raise TypeError("expect bytes or str, got " + type(s).__name__)


def _fail(name):
    raise error(name + "() returned ERR")


def _make(lines, cols, y, x, parent=None, pady=0, padx=0, pad=False):
    w = object.__new__(window)
    w._maxy, w._maxx, w._begy, w._begx = lines, cols, y, x
    w._parent, w._pary, w._parx, w._pad = parent, pady, padx, pad
    w._cells = _blank(lines, cols) if parent is None else None
    w._oy, w._ox = (parent._oy + pady, parent._ox + padx) if parent is not None else (0, 0)
    w._root = w if parent is None else parent._root
    w._y = w._x = 0
    w._attr, w._back = (parent._attr, parent._back) if parent is not None else (0, _SPACE)
    w._touched = set(range(lines))
    w._keypad = w._nodelay = w._leave = w._scroll = w._clear = w._immediate = w._sync = False
    w._timeout, w._top, w._bottom = -1, 0, lines - 1
    w._moved = w._typed = False
    w._encoding = _encoding
    return w


class window:
    def __new__(cls, *args, **kw):
        raise TypeError("cannot create '_curses.window' instances")

    @property
    def encoding(self):
        "the encoding of texts"
        return self._encoding

    @encoding.setter
    def encoding(self, value):
        if not isinstance(value, str):
            raise TypeError("setting encoding to a non-string")
        value.encode("ascii")
        self._encoding = value

    @encoding.deleter
    def encoding(self):
        raise TypeError("encoding may not be deleted")

    # Where things are.
    def getbegyx(self):
        return self._begy, self._begx

    def getmaxyx(self):
        return self._maxy, self._maxx

    def getparyx(self):
        return (self._pary, self._parx) if self._parent is not None else (-1, -1)

    def getyx(self):
        return self._y, self._x

    def move(self, new_y, new_x, /):
        y, x = _index(new_y), _index(new_x)
        if not (0 <= y < self._maxy and 0 <= x < self._maxx):
            _fail("wmove")
        self._y, self._x, self._moved = y, x, True

    def _go(self, args, most, least, name):
        "Moves to the place that the first two of so many arguments are; the others, and whether there was a place."
        if least + 2 <= len(args) <= most + 2 and (len(args) > most or isinstance(args[0], int) and isinstance(args[1], int) and len(args) - 2 >= least):
            y, x = _index(args[0]), _index(args[1])
            if not (0 <= y < self._maxy and 0 <= x < self._maxx):
                _fail("wmove")
            self._y, self._x = y, x
            return args[2:]
        if not least <= len(args) <= most:
            raise TypeError("%s requires %d to %d arguments" % (name, least, most + 2))
        return args

    def _row(self, y):
        return self._root._cells[self._oy + y]

    def _get(self, y, x):
        return self._row(y)[self._ox + x]

    def _set(self, y, x, cell):
        self._row(y)[self._ox + x] = cell

    def _changed(self, *lines):
        self._touched.update(lines)
        if self._sync:
            self.syncup()
        if self._immediate:
            self.refresh()

    def _line(self, y, start, cells):
        row, at = self._row(y), self._ox + start
        row[at:at + len(cells)] = cells

    def _cut(self, y, start, end):
        return self._row(y)[self._ox + start:self._ox + end]

    # Characters.
    def _styled(self, attr):
        a = attr | self._attr | self._back[1] & ~A_COLOR
        return a if a & A_COLOR else a | self._back[1] & A_COLOR

    def _put_char(self, c, attr, name):
        "Writes a character at the cursor, and moves that."
        y, x = self._y, self._x
        if c == "\n":
            self.clrtoeol()
            return self._down(name)
        if c == "\r":
            self._x = 0
            return
        if c == "\t":
            n = _tabsize - x % _tabsize
            for _ in range(min(n, self._maxx - x)):
                self._put_char(" ", attr, name)
            return
        if c == "\b":
            self._x = max(0, x - 1)
            return
        if not attr & A_ALTCHARSET and (c < " " or c == "\x7f"):
            self._put_char("^", attr, name)
            return self._put_char(chr(ord(c) ^ 64), attr, name)
        width = _width(c[0])
        if width == 0:
            px = x - 1 if x else 0
            while px > 0 and self._get(y, px)[0] == "":
                px -= 1
            old = self._get(y, px)
            self._set(y, px, (old[0] + c, old[1]))
            self._touched.add(y)
            return
        a = self._styled(attr)
        if c == " " and not attr & A_CHARTEXT and self._back[0] != " ":
            c = self._back[0]
        if width == 2 and x + 1 >= self._maxx:
            self._set(y, x, self._back)
            self._down(name)
            y, x = self._y, self._x
        self._break_wide(y, x, width)
        self._set(y, x, (c, a))
        if width == 2:
            self._set(y, x + 1, ("", a))
        self._touched.add(y)
        if x + width < self._maxx:
            self._x = x + width
        else:
            self._x = self._maxx - 1
            self._down(name)

    def _break_wide(self, y, x, width):
        "What is left of wide characters that are overwritten are blanks."
        if self._get(y, x)[0] == "" and x:
            self._set(y, x - 1, (" ", self._get(y, x - 1)[1]))
        end = x + width
        if end < self._maxx and self._get(y, end)[0] == "":
            self._set(y, end, (" ", self._get(y, end)[1]))

    def _down(self, name):
        "To the next line, which may scroll the window."
        if self._y == self._bottom:
            if not self._scroll:
                _fail(name)
            self._roll(1)
        elif self._y + 1 < self._maxy:
            self._y += 1
        else:
            _fail(name)
        self._x = 0

    def _roll(self, n):
        top, bottom = self._top, self._bottom
        rows = [self._cut(y, 0, self._maxx) for y in range(top, bottom + 1)]
        empty = [self._blank_cell()] * self._maxx
        for i, y in enumerate(range(top, bottom + 1)):
            k = i + n
            self._line(y, 0, rows[k] if 0 <= k < len(rows) else empty)
        self._touched.update(range(top, bottom + 1))

    def _blank_cell(self):
        return self._back

    def addch(self, *args):
        rest = self._go(args, 2, 1, "addch")
        c, a = _cell(rest[0], rest[1] if len(rest) > 1 else 0)
        self._put_char(c, a, "add_wch" if isinstance(rest[0], str) else "waddch")
        self._changed(self._y)

    def echochar(self, ch, attr=0, /):
        if isinstance(ch, str):
            ch = _char_code(ch)
        c, a = _cell(ch, attr)
        self._put_char(c, a, "wechochar")
        self.refresh()

    def addstr(self, *args):
        rest = self._go(args, 2, 1, "addstr")
        self._add(_text(rest[0]), rest[1] if len(rest) > 1 else None, "addwstr" if isinstance(rest[0], str) else "addstr")

    def addnstr(self, *args):
        rest = self._go(args, 3, 2, "addnstr")
        s, n = _text(rest[0]), _index(rest[1])
        self._add(s[:n] if n >= 0 else s, rest[2] if len(rest) > 2 else None, "addnwstr" if isinstance(rest[0], str) else "addnstr")

    def _add(self, s, attr, name):
        old = self._attr
        if attr is not None:
            self._attr = _index(attr) & 0xffffffff
        try:
            for c in s:
                self._put_char(c, 0, name)
        finally:
            self._attr = old
            self._changed(self._y)

    def _insert(self, s, attr):
        y, x = self._y, self._x
        cells = []
        a = self._styled(attr if attr is not None else 0) if attr is None else attr | self._back[1]
        for c in s:
            if c < " " or c == "\x7f":
                cells += [("^", a), (chr(ord(c) ^ 64), a)]
            elif _width(c) == 2:
                cells += [(c, a), ("", a)]
            elif _width(c):
                cells.append((c, a))
        row = self._cut(y, x, self._maxx)
        self._line(y, x, (cells + row)[:self._maxx - x])
        self._changed(y)

    def insstr(self, *args):
        rest = self._go(args, 2, 1, "insstr")
        self._insert(_text(rest[0]), rest[1] if len(rest) > 1 else None)

    def insnstr(self, *args):
        rest = self._go(args, 3, 2, "insnstr")
        s, n = _text(rest[0]), _index(rest[1])
        self._insert(s[:n] if n >= 0 else s, rest[2] if len(rest) > 2 else None)

    def insch(self, *args):
        rest = self._go(args, 2, 1, "insch")
        c, a = _cell(rest[0], rest[1] if len(rest) > 1 else 0)
        row = self._cut(self._y, self._x, self._maxx)
        self._line(self._y, self._x, [(c, self._styled(a))] + row[:-1])
        self._changed(self._y)

    def delch(self, *args):
        self._go(args, 0, 0, "delch")
        row = self._cut(self._y, self._x, self._maxx)
        self._line(self._y, self._x, row[1:] + [self._back])
        self._changed(self._y)

    def insdelln(self, nlines, /):
        top, bottom = self._top, self._bottom
        if self._y <= bottom:
            self._top, self._bottom = self._y, max(bottom, self._y)
            self._roll(-_index(nlines))
            self._top, self._bottom = top, bottom
        self._changed()

    def insertln(self):
        self.insdelln(1)

    def deleteln(self):
        self.insdelln(-1)

    def scroll(self, lines=1, /):
        if not self._scroll:
            _fail("wscrl" if lines != 1 else "scroll")
        self._roll(_index(lines))
        self._changed()

    def erase(self):
        for y in range(self._maxy):
            self._line(y, 0, [self._back] * self._maxx)
        self._y = self._x = 0
        self._changed(*range(self._maxy))

    def clear(self):
        self.erase()
        self._clear = True

    def clrtoeol(self):
        self._line(self._y, self._x, [self._back] * (self._maxx - self._x))
        self._changed(self._y)

    def clrtobot(self):
        self.clrtoeol()
        for y in range(self._y + 1, self._maxy):
            self._line(y, 0, [self._back] * self._maxx)
        self._changed(*range(self._y, self._maxy))

    # Reading the window.
    def inch(self, *args):
        self._go(args, 0, 0, "inch")
        c, a = self._get(self._y, self._x)
        return (ord(c[0]) if c and ord(c[0]) < 256 else ord(" ") if not c else ord(c[0]) & 0xff) | a

    def instr(self, *args):
        rest = self._go(args, 1, 0, "instr")
        n = _index(rest[0]) if rest else 2047
        if n < 0:
            raise ValueError("'n' must be nonnegative")
        s = "".join(c for c, a in self._cut(self._y, self._x, self._maxx))
        return s.encode(_encoding, "replace")[:n]

    # Attributes.
    def attron(self, attr, /):
        self._attr |= attr
        if attr & A_COLOR:
            self._attr = self._attr & ~A_COLOR | attr & A_COLOR

    def attroff(self, attr, /):
        self._attr &= ~attr

    def attrset(self, attr, /):
        self._attr = _index(attr) & 0xffffffff

    def standout(self):
        self._attr |= A_STANDOUT

    def standend(self):
        self._attr = 0

    def bkgdset(self, ch, attr=0, /):
        c, a = _cell(ch, attr)
        self._back = (c if c not in ("\0", "") else " ", a)

    def bkgd(self, ch, attr=0, /):
        old, old_attr = self._back
        self.bkgdset(ch, attr)
        new, a = self._back
        for y in range(self._maxy):
            self._line(y, 0, [(new if c == old else c, v & ~old_attr | a if not v & ~old_attr & A_COLOR or not a & A_COLOR else v & ~old_attr | a & ~A_COLOR)
                              for c, v in self._cut(y, 0, self._maxx)])
        self._changed(*range(self._maxy))

    def getbkgd(self):
        return ord(self._back[0][0]) & 255 | self._back[1]

    def chgat(self, *args):
        if len(args) in (1, 2):
            n, attr, y, x = (-1, args[0], self._y, self._x) if len(args) == 1 else (args[0], args[1], self._y, self._x)
        elif len(args) in (3, 4):
            y, x = args[0], args[1]
            n, attr = (-1, args[2]) if len(args) == 3 else (args[2], args[3])
            self.move(y, x)
        else:
            raise TypeError("chgat requires 1 to 4 arguments")
        end = self._maxx if n < 0 else min(self._maxx, x + n)
        attr &= 0xffffff00
        self._line(y, x, [(c, attr | a & A_ALTCHARSET) for c, a in self._cut(y, x, end)])
        self._changed(y)

    # Lines and boxes.
    def _stroke(self, ch, default):
        if isinstance(ch, int) and ch == 0:
            ch = default
        c, a = _cell(ch, 0)
        return c, self._styled(a)

    def border(self, *args):
        if len(args) > 8:
            raise TypeError("border() takes at most 8 arguments")
        names = ("VLINE", "VLINE", "HLINE", "HLINE", "ULCORNER", "URCORNER", "LLCORNER", "LRCORNER")
        args = list(args) + [0] * (8 - len(args))
        for i, a in enumerate(args):
            if not isinstance(a, (int, bytes, str)):
                raise TypeError("expect bytes or str of length 1, or int, got " + type(a).__name__)
        ls, rs, ts, bs, tl, tr, bl, br = (self._stroke(a, globals()["ACS_" + n]) for a, n in zip(args, names))
        my, mx = self._maxy - 1, self._maxx - 1
        for x in range(mx + 1):
            self._set(0, x, ts)
            self._set(my, x, bs)
        for y in range(my + 1):
            self._set(y, 0, ls)
            self._set(y, mx, rs)
        self._set(0, 0, tl), self._set(0, mx, tr), self._set(my, 0, bl), self._set(my, mx, br)
        self._changed(*range(self._maxy))

    def box(self, *args):
        if len(args) not in (0, 2):
            raise TypeError("verch,horch required")
        v, h = args or (0, 0)
        self.border(v, v, h, h)

    def hline(self, *args):
        self._rule(args, "hline", "HLINE", 0, 1)

    def vline(self, *args):
        self._rule(args, "vline", "VLINE", 1, 0)

    def _rule(self, args, name, default, dy, dx):
        if len(args) in (4, 5):
            self.move(args[0], args[1])
            args = args[2:]
        if len(args) not in (2, 3):
            raise TypeError(name + " requires 2 to 5 arguments")
        c, a = _cell(args[0] if args[0] != 0 else globals()["ACS_" + default], args[2] if len(args) > 2 else 0)
        cell = c, self._styled(a)
        y, x = self._y, self._x
        for i in range(_index(args[1])):
            if y >= self._maxy or x >= self._maxx:
                break
            self._set(y, x, cell)
            self._touched.add(y)
            y, x = y + dy, x + dx
        self._changed(self._y)

    # Other windows.
    def derwin(self, *args):
        return self._sub(args, "derwin", self._begy, self._begx)

    def subwin(self, *args):
        if len(args) in (2, 4):
            args = (*args[:-2], _index(args[-2]) - self._begy, _index(args[-1]) - self._begx)
        return self._sub(args, "subwin", self._begy, self._begx)

    def subpad(self, *args):
        return self._sub(args, "subpad", self._begy, self._begx)

    def _sub(self, args, name, by, bx):
        if len(args) == 2:
            lines, cols, y, x = 0, 0, *args
        elif len(args) == 4:
            lines, cols, y, x = args
        else:
            raise TypeError("%s requires 2 to 4 arguments" % name)
        lines, cols, y, x = map(_index, (lines, cols, y, x))
        lines, cols = lines or self._maxy - y, cols or self._maxx - x
        if y < 0 or x < 0 or lines <= 0 or cols <= 0 or y + lines > self._maxy or x + cols > self._maxx:
            raise error("curses function returned NULL")
        return _make(lines, cols, by + y, bx + x, self, y, x, self._pad)

    def mvwin(self, new_y, new_x, /):
        y, x = _index(new_y), _index(new_x)
        if self._pad or y < 0 or x < 0 or y + self._maxy > LINES or x + self._maxx > COLS:
            _fail("mvwin")
        self._begy, self._begx = y, x
        self._touched.update(range(self._maxy))

    def mvderwin(self, pary, parx, /):
        y, x = _index(pary), _index(parx)
        p = self._parent
        if p is None or y < 0 or x < 0 or y + self._maxy > p._maxy or x + self._maxx > p._maxx:
            _fail("mvderwin")
        self._pary, self._parx = y, x
        self._oy, self._ox = p._oy + y, p._ox + x

    def resize(self, nlines, ncols, /):
        lines, cols = _index(nlines), _index(ncols)
        if lines <= 0 or cols <= 0:
            _fail("wresize")
        self._resize(lines, cols)

    def _resize(self, lines, cols):
        if self._parent is None:
            old = self._cells
            self._cells = [(old[y] + [self._back] * cols)[:cols] if y < len(old) else [self._back] * cols for y in range(lines)]
        else:
            lines, cols = min(lines, self._parent._maxy - self._pary), min(cols, self._parent._maxx - self._parx)
        if self._bottom == self._maxy - 1:
            self._bottom = lines - 1
        self._maxy, self._maxx = lines, cols
        self._y, self._x = min(self._y, lines - 1), min(self._x, cols - 1)
        self._bottom = min(self._bottom, lines - 1)
        self._touched = set(range(lines))

    def enclose(self, y, x, /):
        return self._begy <= y < self._begy + self._maxy and self._begx <= x < self._begx + self._maxx

    def _copy(self, target, args, blanks, name):
        if not isinstance(target, window):
            raise TypeError("%s() argument 1 must be _curses.window, not %s" % (name, type(target).__name__))
        if len(args) == 6:
            sy, sx, ty, tx, ey, ex = map(_index, args)
            h, w = ey - ty + 1, ex - tx + 1
            if h <= 0 or w <= 0 or sy < 0 or sx < 0 or ty < 0 or tx < 0 or sy + h > self._maxy or sx + w > self._maxx or ey >= target._maxy or ex >= target._maxx:
                _fail("copywin")
        elif not args:
            top, left = max(self._begy, target._begy), max(self._begx, target._begx)
            sy, sx, ty, tx = top - self._begy, left - self._begx, top - target._begy, left - target._begx
            h, w = min(self._maxy - sy, target._maxy - ty), min(self._maxx - sx, target._maxx - tx)
            if h <= 0 or w <= 0:
                _fail(name)
        else:
            raise TypeError("%s requires one or seven arguments" % name)
        for i in range(h):
            for j in range(w):
                cell = self._get(sy + i, sx + j)
                if blanks or cell[0] != " ":
                    target._set(ty + i, tx + j, cell)
            target._touched.add(ty + i)

    def overlay(self, destwin, *args):
        self._copy(destwin, args, False, "overlay")

    def overwrite(self, destwin, *args):
        self._copy(destwin, args, True, "overwrite")

    def putwin(self, file, /):
        import pickle
        file.write(b"psy window\n" + pickle.dumps((self._maxy, self._maxx, self._begy, self._begx, self._y, self._x, self._attr, self._back,
                                                   [self._cut(y, 0, self._maxx) for y in range(self._maxy)])))

    # What has changed, and showing it.
    def touchwin(self):
        self._touched.update(range(self._maxy))

    def untouchwin(self):
        self._touched.clear()

    def touchline(self, start, count, changed=True, /):
        lines = range(max(0, start), min(self._maxy, start + count))
        if start < 0 or start >= self._maxy:
            _fail("wtouchln")
        self._touched.update(lines) if changed else self._touched.difference_update(lines)

    def is_linetouched(self, line, /):
        if not 0 <= _index(line) < self._maxy:
            raise TypeError("is_linetouched: line number outside of boundaries")
        return line in self._touched

    def is_wintouched(self):
        return bool(self._touched)

    def redrawwin(self):
        self.redrawln(0, self._maxy)

    def redrawln(self, beg, num, /):
        if beg < 0 or beg >= self._maxy:
            _fail("wredrawln")
        for y in range(beg, min(self._maxy, beg + num)):
            self._touched.add(y)
            sy = self._begy + y
            if 0 <= sy < LINES:
                for x in range(self._begx, min(COLS, self._begx + self._maxx)):
                    _shown[sy][x] = None

    def syncup(self):
        w = self
        while w._parent is not None:
            w._parent._touched.update(w._pary + y for y in w._touched)
            w = w._parent

    def syncdown(self):
        if self._parent is not None:
            self._parent.syncdown()
            self._touched.update(y - self._pary for y in self._parent._touched if 0 <= y - self._pary < self._maxy)

    def cursyncup(self):
        w = self
        while w._parent is not None:
            w._parent._y, w._parent._x = w._y + w._pary, w._x + w._parx
            w = w._parent

    def noutrefresh(self, *args):
        global _clear_next, _last_cursor, _leave
        _need_init()
        if self._pad:
            if len(args) != 6:
                raise TypeError("noutrefresh() called for a pad requires 6 arguments")
            py, px, sy, sx, ey, ex = map(_index, args)
            py, px, sy, sx = max(py, 0), max(px, 0), max(sy, 0), max(sx, 0)
            if py >= self._maxy or px >= self._maxx or ey >= LINES or ex >= COLS or sy > ey or sx > ex:
                _fail("pnoutrefresh")
            for i in range(min(ey - sy + 1, self._maxy - py)):
                cells = self._cut(py + i, px, min(self._maxx, px + ex - sx + 1))
                _new[sy + i][sx:sx + len(cells)] = cells
            self._touched.clear()
            _leave = self._leave
            if py <= self._y <= py + ey - sy and px <= self._x <= px + ex - sx:
                _last_cursor = (sy + self._y - py, sx + self._x - px)
            return
        if args:
            raise TypeError("refresh() for a window requires 0 arguments")
        if self._clear:
            self._clear = False
            if self._maxy >= LINES and self._maxx >= COLS:
                _clear_next = True
            self._touched.update(range(self._maxy))
        for y in self._touched:
            sy = self._begy + y
            if 0 <= sy < LINES:
                cells = self._cut(y, 0, min(self._maxx, COLS - self._begx))
                _new[sy][self._begx:self._begx + len(cells)] = cells
        self._touched.clear()
        self._moved = False
        _leave = self._leave
        _last_cursor = (min(self._begy + self._y, LINES - 1), min(self._begx + self._x, COLS - 1))

    def refresh(self, *args):
        self.noutrefresh(*args)
        doupdate()

    # Options.
    def keypad(self, yes, /):
        self._keypad = bool(yes)
        _put("smkx" if yes else "rmkx")
        _flush()

    def nodelay(self, yes, /):
        self._nodelay, self._timeout = bool(yes), -1

    def timeout(self, delay, /):
        self._timeout = _index(delay)
        self._nodelay = delay == 0

    def notimeout(self, yes, /):
        pass

    def leaveok(self, yes, /):
        self._leave = bool(yes)

    def scrollok(self, yes, /):
        self._scroll = bool(yes)

    def clearok(self, yes, /):
        self._clear = bool(yes)

    def idlok(self, yes, /):
        pass

    def idcok(self, yes, /):
        pass

    def immedok(self, flag, /):
        self._immediate = bool(flag)

    def syncok(self, flag, /):
        self._sync = bool(flag)

    def setscrreg(self, top, bottom, /):
        if not 0 <= top < bottom + 1 <= self._maxy:
            _fail("wsetscrreg")
        self._top, self._bottom = top, bottom

    # Keys.
    def _key(self):
        "The code of a key, or what a byte that begins none is; None if none comes in time."
        if self._touched and not self._pad or self._moved and not self._pad:
            self.refresh()
        self._typed = not _pushed
        if _pushed:
            return _pushed.pop()
        wait = 0 if self._nodelay else self._timeout / 1000 if self._timeout >= 0 else _halfdelay / 10 if _halfdelay else None
        end = None if wait is None else _time.monotonic() + wait
        if not _bytes:
            code = _more(end)
            if code is not True:
                return code
        if self._keypad and _bytes[0] == 27 or self._keypad and any(s[0] == _bytes[0] for s in _keys):
            late = _time.monotonic() + _escdelay / 1000
            while True:
                b = bytes(_bytes)
                if b.startswith(b"\x1b[<"):
                    m = _re.match(rb"\x1b\[<(\d+);(\d+);(\d+)([Mm])", b)
                    if m:
                        del _bytes[:m.end()]
                        return _moused(*map(int, m.groups()[:3]), m[4] == b"M")
                for n in range(min(len(b), 16), 0, -1):
                    if b[:n] in _keys:
                        if b[:n] == _term["kmous"] and _mouse_mask:
                            break
                        del _bytes[:n]
                        return _keys[b[:n]]
                if not (any(s.startswith(b) for s in _keys) or b.startswith(b"\x1b[<") and len(b) < 16) or not _more(late, False):
                    break
        c = _bytes[0]
        del _bytes[0]
        return c

    def getch(self, *args):
        self._go(args, 0, 0, "getch")
        code = self._key()
        if code is None:
            return -1
        if isinstance(code, str):
            b = code.encode(_encoding, "replace")
            code = b[0]
            _bytes[:0] = b[1:]
        self._echoed(code)
        return code

    def getkey(self, *args):
        self._go(args, 0, 0, "getkey")
        code = self._key()
        if code is None:
            raise error("no input")
        if isinstance(code, str):
            return code
        self._echoed(code)
        return chr(code) if code < 256 else _key_names.get(code, "UNKNOWN KEY")

    def get_wch(self, *args):
        self._go(args, 0, 0, "get_wch")
        code = self._key()
        if code is None:
            raise error("no input")
        if isinstance(code, str):
            return code
        if code > 255:
            return code
        if code >= 128:
            b = bytearray([code])
            late = _time.monotonic() + 0.1
            while True:
                try:
                    s = b.decode(_encoding)
                    break
                except UnicodeDecodeError as e:
                    if e.reason != "unexpected end of data" and "incomplete" not in e.reason or not _bytes and not _more(late, False):
                        s = b.decode(_encoding, "replace")
                        break
                    b.append(_bytes[0])
                    del _bytes[0]
            return s
        self._echoed(code)
        return chr(code)

    def _echoed(self, code):
        if _echo and self._typed and code < 256 and code not in (10, 13):
            try:
                self._put_char(chr(code), 0, "waddch")
                self.refresh()
            except error:
                pass

    def getstr(self, *args):
        rest = self._go(args, 1, 0, "getstr") if len(args) != 2 else self._go((*args, 1023), 1, 0, "getstr")
        most = _index(rest[0]) if rest else 1023
        if most < 0:
            raise ValueError("'n' must be nonnegative")
        text, start = bytearray(), (self._y, self._x)
        echoing = _echo
        echo(False)
        try:
            while True:
                code = self._key()
                if code is None or code in (10, 13, KEY_ENTER):
                    break
                if isinstance(code, str):
                    code = ord(code) & 255
                if code in (8, 127, KEY_BACKSPACE, KEY_LEFT):
                    if text:
                        del text[-1]
                        if echoing:
                            self._x = max(0, self._x - 1)
                            self._set(self._y, self._x, self._back)
                            self._touched.add(self._y)
                            self.refresh()
                elif code == 21:
                    n = len(text)
                    text.clear()
                    if echoing:
                        self._y, self._x = start
                        self._line(self._y, self._x, [self._back] * min(n, self._maxx - self._x))
                        self._touched.add(self._y)
                        self.refresh()
                elif code < 256 and len(text) < min(most, 2047):
                    text.append(code)
                    if echoing:
                        try:
                            self._put_char(chr(code), 0, "waddch")
                        except error:
                            pass
                        self.refresh()
        finally:
            echo(echoing)
        return bytes(text)


window.__module__ = "_curses"


def _more(end, resizes=True):
    "Waits for bytes until then: True, None if none came, or that the terminal has another size."
    while True:
        left = 0.25 if end is None else max(0, min(0.25, end - _time.monotonic()))
        if _select.select([0], [], [], left)[0]:
            data = _os.read(0, 1024)
            if not data:
                return None
            _bytes.extend(data)
            return True
        if resizes and not _use_environment_size():
            size = _size()
            if size != (LINES, COLS):
                resize_term(*size)
                return KEY_RESIZE
        if end is not None and _time.monotonic() >= end:
            return None


def _use_environment_size():
    return _use_env and (_os.environ.get("LINES") or _os.environ.get("COLUMNS"))


def ungetch(ch, /):
    _need_init()
    _pushed.append(_char_code(ch))


def unget_wch(ch, /):
    _need_init()
    if isinstance(ch, str):
        if len(ch) != 1:
            raise TypeError("expect str of length 1 or int, got a str of length %d" % len(ch))
        _pushed.append(ch)
    elif isinstance(ch, int):
        _pushed.append(chr(ch))
    else:
        raise TypeError("expect str of length 1 or int, got " + type(ch).__name__)


# The mouse.

def _mouse(on):
    if _mouse_mask:
        _out.append(b"\x1b[?1000;1006" + (b"h" if on else b"l"))


def mousemask(newmask, /):
    global _mouse_mask
    _need_init()
    old, new = _mouse_mask, newmask & 0x1fffffff
    if old and not new:
        _mouse(False)
    _mouse_mask = new
    _mouse(True)
    _flush()
    return new, old


def mouseinterval(interval, /):
    global _mouse_time
    _need_init()
    _mouse_time = _index(interval)


def _moused(button, x, y, pressed):
    n = button & 3
    if button & 64:
        state = BUTTON4_PRESSED if n == 0 else BUTTON5_PRESSED
    else:
        state = 1 << 5 * n + (1 if pressed else 0) if n < 3 else REPORT_MOUSE_POSITION
    for bit, flag in ((4, BUTTON_SHIFT), (8, BUTTON_ALT), (16, BUTTON_CTRL)):
        if button & bit:
            state |= flag
    _mouse_events.append((0, x - 1, y - 1, 0, state))
    return KEY_MOUSE


def getmouse():
    _need_init()
    if not _mouse_events:
        raise error("getmouse() returned ERR")
    return _mouse_events.pop(0)


def ungetmouse(id, x, y, z, bstate, /):
    _need_init()
    _mouse_events.append((id, x, y, z, bstate))
    _pushed.append(KEY_MOUSE)


# Making windows.

def newwin(nlines, ncols, begin_y=0, begin_x=0, /):
    _need_init()
    lines, cols, y, x = map(_index, (nlines, ncols, begin_y, begin_x))
    if lines < 0 or cols < 0 or y < 0 or x < 0:
        raise error("curses function returned NULL")
    lines, cols = lines or LINES - y, cols or COLS - x
    if lines <= 0 or cols <= 0 or lines * cols > 1 << 24:
        raise error("curses function returned NULL")
    return _make(lines, cols, y, x)


def newpad(nlines, ncols, /):
    _need_init()
    lines, cols = _index(nlines), _index(ncols)
    if lines <= 0 or cols <= 0 or lines * cols > 1 << 24:
        raise error("curses function returned NULL")
    return _make(lines, cols, 0, 0, pad=True)


def getwin(file, /):
    _need_init()
    import pickle
    data = file.read()
    if not data.startswith(b"psy window\n"):
        raise error("curses function returned NULL")

    class Plain(pickle.Unpickler):
        def find_class(self, module, name):
            raise error("curses function returned NULL")

    import io
    lines, cols, by, bx, y, x, attr, back, rows = Plain(io.BytesIO(data[len(b"psy window\n"):])).load()
    w = _make(lines, cols, by, bx)
    w._y, w._x, w._attr, w._back = y, x, attr, back
    w._cells = [list(r) for r in rows]
    return w


class ncurses_version(tuple):
    __slots__ = ()
    major, minor, patch = (property(lambda self, i=i: self[i]) for i in range(3))

    def __repr__(self):
        return "curses.ncurses_version(major=%d, minor=%d, patch=%d)" % self


ncurses_version = ncurses_version((6, 4, 20221231))
del _n, _i, _name
