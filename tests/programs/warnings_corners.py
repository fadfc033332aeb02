# Who is blamed by a warning, and what _warnings asks of module warnings and of a module's globals.
# needs: stdlib
import importlib.machinery
import sys
import types
import warnings

warnings.simplefilter("always")


def told(f, *args, **kw):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            f(*args, **kw)
        except Exception as e:
            print(type(e).__name__, e)
    for w in caught:
        print(w.category.__name__, w.message, w.filename.rpartition("/")[2], w.lineno if "frozen" not in w.filename else "")


code = compile("def call(**kw): warn('skipped', **kw)\ndef outer(**kw): call(**kw)", "/lib/inner.py", "exec")
names = {"warn": warnings.warn}
exec(code, names)


def here(**kw):
    names["outer"](**kw)


told(here)
told(here, stacklevel=2)
told(here, skip_file_prefixes=("/lib/",))
told(here, skip_file_prefixes=("/lib/", "/other/"), stacklevel=3)
told(here, skip_file_prefixes=("/elsewhere/",))
told(here, skip_file_prefixes=["/lib/"])
told(here, skip_file_prefixes=("/lib/", b"bytes"))


class Source(str):
    def splitlines(self):
        return 42


class Loader:
    def get_source(self, name):
        return Source("first line\n  second line of %s\n" % name)


loader = Loader()
for globals in (None, True, {}, {"__name__": "m"}, {"__name__": "m", "__spec__": None}, {"__name__": "m", "__loader__": loader},
                {"__name__": "m", "__loader__": loader, "__spec__": types.SimpleNamespace(loader=1)}, {"__name__": "m", "__spec__": types.SimpleNamespace()}):
    told(warnings.warn_explicit, "told", UserWarning, "file", 2, module_globals=globals)

show = warnings._showwarnmsg
del warnings._showwarnmsg
sys.stderr = sys.stdout
good = {"__name__": "m", "__loader__": loader, "__spec__": importlib.machinery.ModuleSpec("m", loader)}
warnings.warn_explicit("with a line", UserWarning, "file", 2, module_globals=good)
try:
    warnings.warn_explicit("without", UserWarning, "file", 5, module_globals=good)
except IndexError as e:
    print(e)
warnings._showwarnmsg = show
warnings.resetwarnings()
warnings.filterwarnings("once", category=UserWarning)
for registry in {}, [], None:
    warnings.onceregistry = registry
    try:
        warnings.warn_explicit("once", UserWarning, "file", 1)
        warnings.warn_explicit("once", UserWarning, "file", 2)
    except TypeError as e:
        print(e)
warnings.resetwarnings()
for action in "error", "ignore", "strange", 1:
    warnings.defaultaction = action
    try:
        warnings.warn_explicit("by default", UserWarning, "file", 1)
    except Exception as e:
        print(type(e).__name__, e)
warnings.filters.insert(0, ("odd", None, Warning, None, 0))
warnings._filters_mutated()
try:
    warnings.warn_explicit("by a filter", UserWarning, "file", 1)
except RuntimeError as e:
    print(e)
