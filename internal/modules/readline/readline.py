# The module readline: see line.go.
import os as _os
import sys as _sys
from operator import index as _number

backend = "readline"
_READLINE_VERSION = _READLINE_RUNTIME_VERSION = 0x802
_READLINE_LIBRARY_VERSION = "8.2"

_history = []
_length = -1  # of history files
_size = -1  # of the history
_auto = True
_completer = None
_startup_hook = _pre_input_hook = _display_hook = None
_delims = " \t\n`~!@#$%^&*()-=+[{]}\\|;:'\",<>/?"
_line = None  # the one that is edited
_begin = _end = _type = 0
_bindings = {"\t": "\t"}  # keys, and the keys whose meaning they have
_completing = set()  # the keys that complete
_inserting = {"\t"}  # the keys that insert themselves

# The keys whose meaning functions of readline are.
_FUNCTIONS = {
    "beginning-of-line": "\x01", "end-of-line": "\x05", "backward-char": "\x02", "forward-char": "\x06", "backward-word": "\x1bb", "forward-word": "\x1bf",
    "previous-history": "\x10", "next-history": "\x0e", "history-search-backward": "\x1b[5~", "history-search-forward": "\x1b[6~",
    "reverse-search-history": "\x12", "forward-search-history": "\x13", "beginning-of-history": "\x1b<", "end-of-history": "\x1b>",
    "backward-delete-char": "\x7f", "delete-char": "\x1b[3~", "kill-line": "\x0b", "unix-line-discard": "\x15", "backward-kill-line": "\x15",
    "unix-word-rubout": "\x17", "backward-kill-word": "\x1b\x7f", "kill-word": "\x1bd", "yank": "\x19", "transpose-chars": "\x14", "undo": "\x1f",
    "clear-screen": "\x0c", "accept-line": "\r", "end-of-file": "\x04",
}
_NAMES = {"tab": "\t", "return": "\r", "ret": "\r", "newline": "\n", "lfd": "\n", "escape": "\x1b", "esc": "\x1b", "space": " ", "spc": " ",
          "rubout": "\x7f", "del": "\x7f"}


def _strict(value):
    if not isinstance(value, str):
        raise TypeError("bad argument type for built-in operation")
    if "\0" in value:
        raise ValueError("embedded null byte")
    return value


class _plain:
    "Errors of files without their names, as C's readline tells them."

    def __enter__(self):
        pass

    def __exit__(self, typ, e, traceback):
        if isinstance(e, OSError):
            raise OSError(e.errno, e.strerror) from None


_plain = _plain()


def _unescape(s):
    "The keys that a sequence in quotes stands for."
    out, i = "", 0
    while i < len(s):
        c = s[i]
        i += 1
        if c == "\\" and i < len(s):
            rest = s[i:]
            if rest[:2] in ("C-", "c-") and len(rest) > 2:
                c, i = chr(ord(rest[2].upper()) & 0x1f) if rest[2] != "?" else "\x7f", i + 3
            elif rest[:2] in ("M-", "m-") and len(rest) > 2:
                c, i = "\x1b" + rest[2], i + 3
            elif rest[0] == "x":
                digits = "".join(d for d in rest[1:3] if d in "0123456789abcdefABCDEF")
                c, i = chr(int(digits or "0", 16)), i + 1 + len(digits)
            elif rest[0] in "01234567":
                digits = ""
                while len(digits) < 3 and rest[len(digits):][:1] in list("01234567"):
                    digits += rest[len(digits)]
                c, i = chr(int(digits, 8) & 255), i + len(digits)
            else:
                c, i = {"e": "\x1b", "a": "\a", "b": "\b", "d": "\x7f", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}.get(rest[0], rest[0]), i + 1
        out += c
    return out


def _key(name):
    "The key of a name such as Control-x."
    prefix, name = "", name.strip()
    control = False
    while True:
        low = name.lower()
        for start in ("control-", "c-", "ctrl-"):
            if low.startswith(start) and len(name) > len(start):
                control, name = True, name[len(start):]
                break
        else:
            for start in ("meta-", "m-"):
                if low.startswith(start) and len(name) > len(start):
                    prefix, name = "\x1b", name[len(start):]
                    break
            else:
                break
    c = _NAMES.get(name.lower(), name[:1])
    return prefix + (chr(ord(c.upper()) & 0x1f) if control and c else c)


def parse_and_bind(string, /):
    global _size
    line = _strict(string).strip()
    if not line or line[0] in "#$":
        return
    words = line.split(None, 2)
    if words[0] == "set":
        if len(words) == 3 and words[1].lower() == "history-size":
            try:
                _size = int(words[2])
            except ValueError:
                pass
        return
    if line[0] == '"':
        end = 1
        while end < len(line) and line[end] != '"':
            end += 2 if line[end] == "\\" else 1
        key, rest = _unescape(line[1:end]), line[end + 1:].lstrip()
        if rest[:1] != ":":
            return
        action = rest[1:].strip()
    else:
        name, colon, action = line.partition(":")
        if not colon:
            return
        key, action = _key(name), action.strip()
    _bindings.pop(key, None)
    _completing.discard(key)
    _inserting.discard(key)
    if action[:1] in ("'", '"'):
        _bindings[key] = _unescape(action[1:].rsplit(action[0], 1)[0])
    elif action.lower() in ("complete", "menu-complete", "possible-completions"):
        _completing.add(key)
    elif action.lower() in ("self-insert", "tab-insert"):
        _inserting.add(key)
    elif action.lower() in _FUNCTIONS:
        _bindings[key] = _FUNCTIONS[action.lower()]


def read_init_file(filename=None, /):
    name = _os.environ.get("INPUTRC") or _os.path.expanduser("~/.inputrc") if filename is None else filename
    with _plain, open(name, encoding="utf-8", errors="replace") as f:
        skip = False
        for line in f:
            line = line.strip()
            if line.startswith("$if"):
                skip = "python" not in line.lower()
            elif line.startswith("$else"):
                skip = not skip
            elif line.startswith("$endif"):
                skip = False
            elif not skip:
                parse_and_bind(line.replace("\0", ""))


def _trim():
    if 0 <= _size < len(_history):
        del _history[:len(_history) - _size]


def read_history_file(filename=None, /):
    name = _os.path.expanduser("~/.history") if filename is None else filename
    with _plain, open(name, encoding="utf-8", errors="surrogateescape", newline="") as f:
        for line in f.read().split("\n"):
            if line:
                _history.append(line)
    _trim()


def _cut(name):
    if _length >= 0:
        with open(name, "rb") as f:
            lines = f.read().split(b"\n")[:-1]
        if len(lines) > _length:
            with open(name, "wb") as f:
                f.write(b"".join(l + b"\n" for l in lines[len(lines) - _length:]))


def write_history_file(filename=None, /):
    name = _os.path.expanduser("~/.history") if filename is None else filename
    with _plain, open(name, "w", encoding="utf-8", errors="surrogateescape", newline="") as f:
        f.write("".join(l + "\n" for l in _history))
    _cut(name)


def append_history_file(nelements, filename=None, /):
    n = _number(nelements)
    name = _os.path.expanduser("~/.history") if filename is None else filename
    with _plain, open(name, "r+", encoding="utf-8", errors="surrogateescape", newline="") as f:
        f.seek(0, 2)
        f.write("".join(l + "\n" for l in _history[max(0, len(_history) - max(n, 0)):]))
    _cut(name)


def get_history_item(index, /):
    i = _number(index)
    return _history[i - 1] if 1 <= i <= len(_history) else None


def get_current_history_length():
    return len(_history)


def set_history_length(length, /):
    global _length
    _length = _number(length)


def get_history_length():
    return _length


def set_auto_history(enabled, /):
    global _auto
    _auto = bool(enabled)


def add_history(string, /):
    _history.append(_strict(string))
    _trim()


def remove_history_item(pos, /):
    i = _number(pos)
    if i < 0:
        raise ValueError("History index cannot be negative")
    if i >= len(_history):
        raise ValueError("No history item at position %d" % i)
    del _history[i]


def replace_history_item(pos, line, /):
    i = _number(pos)
    if not isinstance(line, str):
        raise TypeError("bad argument type for built-in operation")
    if i < 0:
        raise ValueError("History index cannot be negative")
    if i >= len(_history):
        raise ValueError("No history item at position %d" % i)
    _history[i] = line


def clear_history():
    _history.clear()


def _hook(function, name):
    if function is not None and not callable(function):
        raise TypeError("%s(func): argument not callable" % name)
    return function


def set_completer(function=None, /):
    global _completer
    _completer = _hook(function, "set_completer")


def get_completer():
    return _completer


def set_startup_hook(function=None, /):
    global _startup_hook
    _startup_hook = _hook(function, "set_startup_hook")


def set_pre_input_hook(function=None, /):
    global _pre_input_hook
    _pre_input_hook = _hook(function, "set_pre_input_hook")


def set_completion_display_matches_hook(function=None, /):
    global _display_hook
    _display_hook = _hook(function, "set_completion_display_matches_hook")


def set_completer_delims(string, /):
    global _delims
    _delims = _strict(string)


def get_completer_delims():
    return _delims


def get_completion_type():
    return _type


def get_begidx():
    return _begin


def get_endidx():
    return _end


def get_line_buffer():
    return "".join(_line.text()) if _line is not None else ""


def insert_text(string, /):
    if _line is not None:
        _line.insert(_strict(string))


def redisplay():
    if _line is not None:
        _line.draw(False)
        _show()


# Reading a line.

def _show():
    data = _line.drawn()
    while data:
        data = data[_os.write(1, data):]


def _size_now():
    try:
        size = _os.get_terminal_size(1)
    except OSError:
        return 80, 24
    return size if size[0] > 0 and size[1] > 0 else (80, 24)


def _ask(hook, *args):
    try:
        return hook(*args)
    except Exception:
        _sys.unraisablehook(__import__("types").SimpleNamespace(
            exc_type=_sys.exc_info()[0], exc_value=_sys.exc_info()[1], exc_traceback=_sys.exc_info()[2], err_msg="Exception ignored on calling readline hook", object=hook))
        return None


def _complete(again):
    global _begin, _end, _type
    before, after = _line.text()
    start = len(before)
    while start and before[start - 1] not in _delims:
        start -= 1
    _begin, _end, _type = start, len(before), ord("?") if again else 9
    word, words = before[start:], []
    if _completer is not None:
        state = 0
        while True:
            found = _ask(_completer, word, state)
            if found is None:
                break
            words.append(found if isinstance(found, str) else str(found))
            state += 1
    words = sorted(set(words))
    if not words:
        return
    if all(w.startswith(word) for w in words) or len(words) == 1:
        listed = _line.complete(word, words)
    else:
        listed = again
    if not listed:
        return
    if _display_hook is not None:
        _os.write(1, b"\n")
        _ask(_display_hook, word, words, max(map(len, words)))
        _sys.stdout.flush()
        _line.draw(True)
    else:
        _line.list(words)
        _line.draw(False)
    _show()


def _raw(modes):
    import termios
    new = [x[:] if isinstance(x, list) else x for x in modes]
    new[0] &= ~(termios.ICRNL | termios.INLCR | termios.IXON)
    new[3] &= ~(termios.ICANON | termios.ECHO | termios.IEXTEN)
    new[6][termios.VMIN], new[6][termios.VTIME] = 1, 0
    new[6][termios.VSUSP] = b"\0"
    termios.tcsetattr(0, termios.TCSADRAIN, new)


def _read(prompt):
    "The line that is typed; None at the end of input."
    global _line
    import select
    import termios
    if _line is not None:  # another thread reads one
        raise RuntimeError("can't re-enter readline")
    modes = termios.tcgetattr(0)
    _raw(modes)
    try:
        prompt = prompt.replace("\x01", "").replace("\x02", "")
        head, newline, prompt = prompt.rpartition("\n")
        _os.write(1, (head + newline).encode(_sys.stdout.encoding or "utf-8", "replace"))
        bindings = [x for pair in _bindings.items() if pair[0] not in _inserting for x in pair]
        size = _size_now()
        _line = _Line(*size, prompt, _history, bindings)
        if _startup_hook is not None:
            _ask(_startup_hook)
        _line.draw(False)
        _show()
        if _pre_input_hook is not None:
            _ask(_pre_input_hook)
        _line.draw(False)
        _show()
        named = [*_completing, *_inserting, "\x1a"]
        last = ""
        while True:
            select.select([0], [], [])  # where an interrupt loses no key
            data = _os.read(0, 1)
            if not data:
                return None
            key, done, ended = _line.feed(data, named)
            while key:
                if key == "\x1a":
                    termios.tcsetattr(0, termios.TCSADRAIN, modes)
                    _os.kill(0, __import__("signal").SIGTSTP)
                    _raw(modes)
                    _line.draw(True)
                elif key in _inserting:
                    _line.insert(key)
                else:
                    _complete(last == key)
                last = key
                key, done, ended = _line.feed(b"", named)
            else:
                if key == "" and data not in (b"\t",):
                    last = ""
            if done:
                _line.finish()
                _show()
                if ended == "interrupt":
                    raise KeyboardInterrupt
                if ended == "end":
                    return None
                text = "".join(_line.text())
                if _auto and text and (not _history or _history[-1] != text):
                    _history.append(text)
                    _trim()
                return text
            if not select.select([0], [], [], 0)[0]:
                now = _size_now()
                if now != size:
                    size = now
                    _line.resize(*size)
                _line.draw(False)
                _show()
    except KeyboardInterrupt:
        _os.write(1, b"^C\r\n")
        raise
    finally:
        _line = None
        termios.tcsetattr(0, termios.TCSADRAIN, modes)


try:
    read_init_file()
except OSError:
    pass
