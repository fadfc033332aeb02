# Corners of builtins: whose builtins are asked, names in odd namespaces, exceptions that cannot be made, relative imports from nowhere.
# needs: stdlib
import sys
import warnings

one = {"__builtins__": {"None": None, "type": type}}
exec("""
def f(): pass
g = type(f)(f.__code__, {})
""", one)
print(one["f"].__builtins__ is one["__builtins__"], one["g"].__builtins__ is one["__builtins__"], "__builtins__" in one["g"].__globals__)

try:
    eval("it.__reduce__()", {"__builtins__": {}, "it": iter([1])})
except AttributeError as e:
    print(e)
print(eval("it.__reduce__()", {"__builtins__": {"iter": "another"}, "it": iter([1])}))


class Missing(dict):
    def __missing__(self, key):
        return "no " + key


names = Missing()
exec("class A: type Alias = undefined", names)
print(names["A"].Alias.__value__)


class Like:
    def __hash__(self):
        return hash("name")

    def __eq__(self, other):
        return other == "name"


names = {Like(): "by an equal key"}
print(eval("name", names), eval("(lambda: name)()", names))


class Bad(Exception):
    def __new__(cls):
        return cls


def generator():
    try:
        yield
    except TypeError as e:
        print("inside:", e)


for start in False, True:
    g = generator()
    if start:
        next(g)
    try:
        g.throw(Bad)
    except (TypeError, StopIteration) as e:
        print(type(e).__name__)
    print(list(g))


class Silent:
    def write(self, text):
        pass


class Line:
    def readline(self):
        return "a line\n"


real = sys.stdout, sys.stdin
sys.stdout, sys.stdin = Silent(), Line()
try:
    line = input()
finally:
    sys.stdout, sys.stdin = real
print(line)

for place in ({"__package__": None, "__spec__": None, "__name__": "main"}, {"__name__": 1}, {}, {"__package__": 1}, {"__spec__": type(sys.__spec__)("a.b", None)}):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            __import__("", place, {}, ("foo",), 1)
        except Exception as e:
            print(type(e).__name__, e, [str(w.message) for w in caught])

# __reduce__ of iterators looks up a builtin, which may use them up.
import builtins

real = {"iter": iter, "reversed": reversed}


class Name:
    def __init__(self, name, iterator):
        self.name, self.iterator = name, iterator

    def __hash__(self):
        return hash(self.name)

    def __eq__(self, other):
        list(self.iterator)
        return other == self.name


def reduce(name, it):
    names = builtins.__dict__
    del names[name]
    names[Name(name, it)] = real[name]
    try:
        return it.__reduce__()
    finally:
        del names[name]
        names[name] = real[name]


for make in "xyz", [1], (1, 2), b"ab", bytearray(b"ab"):
    it = iter(make)
    f, args = reduce("iter", it)[:2]
    print(f.__name__, args)
print(reduce("iter", iter(lambda: 0, 0)), reduce("reversed", reversed([1, 2])))
