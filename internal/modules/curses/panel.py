# The module _curses_panel: windows that lie on each other.
import _curses

__version__ = version = "2.1"
_stack = []  # from the bottom up


class error(Exception):
    pass


error.__module__ = "_curses_panel"


class panel:
    __slots__ = "_window", "_user", "__weakref__"

    def __new__(cls, *args):
        raise TypeError("cannot create '_curses_panel.panel' instances")

    def _at(self, by):
        if self not in _stack:
            return None
        i = _stack.index(self) + by
        return _stack[i] if 0 <= i < len(_stack) else None

    def above(self):
        return self._at(1)

    def below(self):
        return self._at(-1)

    def bottom(self):
        if self in _stack:
            _stack.remove(self)
        _stack.insert(0, self)

    def top(self):
        if self in _stack:
            _stack.remove(self)
        _stack.append(self)

    def hidden(self):
        return self not in _stack

    def hide(self):
        if self in _stack:
            _stack.remove(self)
            _uncover()

    def show(self):
        self.top()

    def move(self, y, x, /):
        self._window.mvwin(y, x)
        _uncover()

    def replace(self, win, /):
        if not isinstance(win, _curses.window):
            raise TypeError("replace() argument must be _curses.window, not " + type(win).__name__)
        self._window = win

    def window(self):
        return self._window

    def set_userptr(self, obj, /):
        self._user = obj,

    def userptr(self):
        if self._user is None:
            raise error("no userptr set")
        return self._user[0]


def _uncover():
    if _curses._stdscr is not None:
        _curses._stdscr.touchwin()


def new_panel(win, /):
    if not isinstance(win, _curses.window):
        raise TypeError("new_panel() argument must be _curses.window, not " + type(win).__name__)
    _curses._need_init()
    p = object.__new__(panel)
    p._window, p._user = win, None
    _stack.append(p)
    return p


def top_panel():
    _curses._need_init()
    return _stack[-1] if _stack else None


def bottom_panel():
    _curses._need_init()
    return _stack[0] if _stack else None


def update_panels():
    _curses._need_init()
    _curses._stdscr.touchwin()
    _curses._stdscr.noutrefresh()
    for p in _stack:
        p._window.touchwin()
        p._window.noutrefresh()
