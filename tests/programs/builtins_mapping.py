# needs: stdlib
# __builtins__ in globals that is a mapping but no dict, or nothing of the kind; exec and eval hand on the builtins of who calls.
import types


class Names:
    def __init__(self, **names):
        self.names = names
        self.asked = []

    def __getitem__(self, name):
        self.asked.append(name)
        if name == "broken":
            raise ValueError("broken name")
        return self.names[name]


def show(source, builtins, mode="exec", **names):
    space = {"__builtins__": builtins, **names}
    try:
        result = (eval if mode == "eval" else exec)(compile(source, "<test>", mode), space)
        print(repr(result), sorted(k for k in space if k != "__builtins__"))
    except Exception as e:
        print(type(e).__name__, e)
    return space


proxy = types.MappingProxyType
show("magic", proxy({"magic": 1}), "eval")
show("magic", proxy({}), "eval")
show("magic", Names(magic=2), "eval")
show("broken", Names(), "eval")
show("magic", 123, "eval")
show("magic", None, "eval")
show("x = 1\ndel x", 123)
show("import some.where", proxy({}))
space = show("import some.where", proxy({"__import__": lambda *args: args[0]}))
print(space["some"])
show("class C: pass", proxy({}))
show("class C: pass", proxy({"__build_class__": lambda f, name: name}))
show("class C: pass", Names(__build_class__=__build_class__))
show("x.__reduce__()", proxy({}), "eval", x=iter([1, 2]))
show("x.__reduce__()", proxy({"iter": iter}), "eval", x=iter([1, 2]))

names = Names(print=print, len=len, sum=sum, range=range)
space = show("""
def f(n):
    t = 0
    for i in range(n):
        t += len("ab")
    return t

def make():
    def g(x):
        return len(x) + magic
    return g
""", names)
f = space["f"]
print(f(10), f(5000), f.__builtins__ is names, space["make"]().__builtins__ is names)
try:
    space["make"]()("abc")
except NameError as e:
    print(e)
names.names["magic"] = 10
print(space["make"]()("abc"), names.asked[:3])
names.names["len"] = lambda x: 100
print(space["make"]()("abc"), f(3000))
space["__builtins__"] = {"len": len, "magic": 5}
print(space["make"]()("abc"), f.__builtins__ is names)


class Strict(dict):
    def __getitem__(self, name):
        if name == "__import__":
            return lambda *args: "imported " + args[0]
        return dict.__getitem__(self, name)


print(show("import a", Strict())["a"])

# What exec and eval are called with has the builtins of who calls.
few = {"exec": exec, "eval": eval, "print": print, "str": str}
show("exec('print(1)', {})\nexec('print(len)', {})", few)
show("eval('str(1)', {})", few, "eval")
show("eval('len', {})", few, "eval")
show("s = {}\nexec('', s)\nprint(str(s['__builtins__'])[:9])", Names(**few))
show("def f(): return g.__builtins__\ndef g(): pass", few)
print(type(eval("sys._getframe().f_builtins", {"__builtins__": names, "sys": __import__("sys")})).__name__)
