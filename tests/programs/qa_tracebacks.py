# Tracebacks of many kinds of expressions.
import sys
def show(f, *a):
    try:
        f(*a)
    except BaseException as e:
        sys.excepthook(type(e), e, e.__traceback__)
    else:
        print("no exception", file=sys.stderr)
def f1():
    try:
        1 / 0
    except ZeroDivisionError as e:
        raise ValueError("v") from e
def f2():
    try:
        1 / 0
    except ZeroDivisionError:
        raise ValueError("v") from None
def f3():
    try:
        {}["k"]
    except KeyError:
        try:
            [][1]
        except IndexError:
            int("x")
def f4():
    e = ValueError("line1\nline2")
    e.add_note("a note\nsecond line of note")
    e.add_note("  indented")
    raise e
def f5():
    raise ExceptionGroup("eg", [ValueError(1), TypeError("t"), ExceptionGroup("inner", [KeyError("k"), OSError(2, "No such", "file")])])
def f6():
    def inner(n):
        if n == 0:
            raise RuntimeError("deep")
        return inner(n - 1)
    inner(10)
def f7():
    def a(n):
        if n == 0:
            raise RuntimeError("mutual")
        b(n - 1)
    def b(n):
        a(n)
    a(8)
def f8():
    e1 = ValueError("1")
    e2 = ValueError("2")
    e1.__cause__ = e2
    e2.__cause__ = e1
    raise e1
def f9():
    try:
        raise ExceptionGroup("first", [ValueError("a")])
    except* ValueError:
        raise TypeError("in except*")
def f10():
    x = {"a": [1, 2, (3, 4)]}
    return x["a"][2][5].foo
def f11():
    a, b, c = 1, "s", None
    return (a + a *
            b - c)
def f12():
    foo = lambda q, *, w: q
    return foo(1,
               2, w=3)
def f13():
    obj = object()
    return obj.method(1, 2).other
def f14():
    obj = object()
    obj.attr = 5
def f15():
    return [x / 0 for x in range(3) if x]
def f16():
    return f"{1 / 0!r:>10} and {undefined}"
def f17():
    assert 1 == 2, f"message {1 + 1}"
def f18():
    with open_missing("x") as f: pass
def f19():
    del undefined_local
    undefined_local = 1
def f20():
    for a, b in [(1, 2), (3, 4, 5)]:
        pass
def f21():
    x = 5
    x()
def f22():
    "abc" + 5 + [1]
def f23():
    class A(metaclass=5): pass
def f24():
    x = [1, 2, 3]
    x[1:2] = 5
    del x[10]
def f25():
    return -"a" if not None else ~[]
def f26():
    d = {}
    d["ключ"]["значение"] = d["日本語"]; 
def f27():
    print("a" "b"); 日本 = "日本語" + 5; print("после")
def f28():
    return (yield_ for yield_ in 5)
def f29():
    raise KeyError("a", "b")
def f30():
    raise KeyError
def f31():
    raise StopIteration(5)
def f32():
    raise OSError(2, "msg")
def f33():
    import nonexistent_module_xyz
def f34():
    from sys import nonexistent_name
def f35():
    raise 5
def f36():
    raise ValueError from 5
def f37():
    raise SyntaxError("bad", ("file.py", 3, 5, "x = = 1\n", 3, 7))
def f38():
    raise SystemExit(3)
def f39():
    raise UnicodeDecodeError("utf-8", "x", 1, 2, "r")
def f40():
    a = b = c = 5
    a.b.c.d = 1
def f41():
    a = [1]
    a[0].x += 1
def f42():
    a = None
    a[0] += 1
def f43():
    x = 1
    return (
        x
        .foo
        .bar
    )
def f44():
    return max(
        1,
        "a",
    )
def f45():
    not_callable = {}
    return not_callable(
        *[1], **{}
    )
def f46():
    lambda: (yield)
    return sorted([3, "a"], key=lambda v: v < 2)
def f47():
    class X:
        def __enter__(self): return 1
    with X() as a, X() as b:
        pass
def f48():
    match 5:
        case int(x) if x.foo:
            pass
def f49():
    global gg
    gg += 1
def f50():
    x = 1 if 2 > 1 else 3; y = x < "a" < 5; z = x in 5
def f51():
    x = 1; z = x in 5
def f52():
    x = 1; return x is not None and x[0] or 5
def f53():
    return 2 ** -1.5 ** "a"
def f54():
    a = 1
    a @= 2
def f55():
    from . import x
def f56():
    return {**{"a": 1}, **5}
def f57():
    return [*range(3), *5]
def f58():
    def g(a): pass
    return g(**{"a": 1}, **{"a": 2})
def f59():
    a, *b, c = 5,
def f60():
    try:
        raise ValueError("x")
    finally:
        raise TypeError("y")
for i in range(1, 61):
    print("--", i, file=sys.stderr)
    show(globals()[f"f{i}"])
