# Of which native types object.__new__, and the type's own __new__ without arguments, make instances.
import sys

for name in sys.builtin_module_names:
    if name not in ('this', 'antigravity', '__main__'):
        try:
            __import__(name)
        except BaseException:
            pass
seen = []


def walk(c):
    if c not in seen:
        seen.append(c)
        for s in type.__subclasses__(c):
            walk(s)


def what(f):
    try:
        f()
        return 'made'
    except BaseException as e:
        text = str(e)
        return type(e).__name__ + ': ' + text if 'is not safe' in text or 'cannot create' in text else 'raised'


walk(object)
for c in seen:
    if not hasattr(sys.modules.get(c.__module__), '__file__') and not issubclass(c, tuple):
        print(c.__module__ + '.' + c.__qualname__, what(lambda: object.__new__(c)) + ', ' + what(lambda: c.__new__(c)), sep='\t')
