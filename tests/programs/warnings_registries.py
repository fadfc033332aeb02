# warnings.onceregistry and the registries of modules, as each action leaves them.
# needs: stdlib
import warnings


def show(message, category, filename, lineno, file=None, line=None):
    print("shown", message, category.__name__, filename, lineno)


def tell(registry):
    return [(k if isinstance(k, str) else tuple(x if isinstance(x, (str, int)) else x.__name__ for x in k), v if k != "version" else "v") for k, v in registry.items()]


warnings.showwarning = show
for action in "once", "module", "default", "always", "ignore":
    print(action)
    for registry in None, {}, {"version": 0, ("hello", UserWarning, 3): True}:
        warnings.resetwarnings()
        warnings.simplefilter(action)
        for i in range(3):
            warnings.warn_explicit("hello", UserWarning, "g", i, registry=registry)
            warnings.warn_explicit("hello", UserWarning, "g", i, registry=registry)
        warnings.warn_explicit("other", UserWarning, "h", 1, registry=registry)
        print(tell(warnings.onceregistry), registry is not None and tell(registry))

# A change of the filters empties the registry of "once" too.
for i in range(2):
    with warnings.catch_warnings():
        warnings.simplefilter("once")
        for j in range(2):
            compile('x = "\\d"', f"f{i}{j}", "exec")
        print(warnings.onceregistry.pop(("no", UserWarning), None))
        print(warnings.onceregistry.pop(("invalid escape sequence '\\d'", SyntaxWarning), None))
        compile('x = "\\d"', f"f{i}2", "exec")

warnings.simplefilter("once")
for bad in [], None, "x":
    warnings.onceregistry = bad
    try:
        warnings.warn_explicit("hello", UserWarning, "g", 1)
    except Exception as e:
        print(type(e).__name__, e)
warnings.onceregistry = {}
warnings.warn_explicit("hello", UserWarning, "g", 0)
print(tell(warnings.onceregistry))
del warnings.onceregistry
warnings.warn_explicit("hello", UserWarning, "g", 1)
warnings.warn_explicit("hello", UserWarning, "g", 2)
