# The module readline without a terminal: history, its files, completers, hooks, bindings, and their errors.
# needs: stdlib
import os
import readline
import tempfile


def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


def items():
    return [readline.get_history_item(i) for i in range(readline.get_current_history_length() + 2)]


readline.clear_history()
for s in ("one", "two", "drei ß", "four"):
    readline.add_history(s)
print(items())
readline.replace_history_item(1, "zwei")
readline.remove_history_item(0)
print(items())
t(lambda: readline.remove_history_item(9)); t(lambda: readline.remove_history_item(-1)); t(lambda: readline.replace_history_item(9, "a"))
t(lambda: readline.replace_history_item(-1, "a")); t(lambda: readline.get_history_item(-3)); t(lambda: readline.get_history_item("a"))
t(lambda: readline.add_history(3)); t(lambda: readline.set_history_length("a")); t(lambda: readline.set_completer(3)); t(lambda: readline.set_startup_hook(3))
t(lambda: readline.set_pre_input_hook(3)); t(lambda: readline.set_completion_display_matches_hook(3)); t(lambda: readline.parse_and_bind(3))
t(lambda: readline.set_completer_delims(3)); t(lambda: readline.read_history_file("/no/such/file")); t(lambda: readline.append_history_file(1, "/no/such/file"))
t(lambda: readline.append_history_file(-1, "x"))
with tempfile.TemporaryDirectory() as d:
    name = os.path.join(d, "history")
    readline.write_history_file(name)
    print(open(name, "rb").read())
    readline.append_history_file(2, name)
    print(open(name, "rb").read())
    readline.set_history_length(3)
    readline.write_history_file(name)
    readline.append_history_file(1, name)
    print(readline.get_history_length(), open(name, "rb").read())
    readline.clear_history()
    print(items())
    readline.read_history_file(name)
    readline.read_history_file(name)
    print(items())
    init = os.path.join(d, "inputrc")
    with open(init, "w") as f:
        f.write('# a comment\n$if Bash\nset history-size 1\n$endif\nTAB: complete\nset bell-style none\n')
    print(readline.read_init_file(init))
readline.set_history_length(-1)
f = lambda text, state: None
print(readline.get_completer())
readline.set_completer(f)
print(readline.get_completer() is f)
readline.set_completer(None)
print(readline.get_completer())
readline.set_completer_delims(" \t")
print(repr(readline.get_completer_delims()), readline.get_begidx(), readline.get_endidx())
for line in ("tab: complete", '"\\C-x": "abc"', "Control-b: backward-char", "set editing-mode emacs", "", "# x"):
    print(readline.parse_and_bind(line))
print(readline.set_auto_history(False), readline.set_startup_hook(f), readline.set_startup_hook(), readline.backend)
