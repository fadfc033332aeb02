// The grammar: what expressions, statements and events are made of. «kind» stands for another part; gen.part says which kinds there are beside these.

package turncoat

// recursive kinds hold themselves: deep inside, they are replaced by another.
var recursive = map[string]string{"num": "atom", "cond": "simple", "str": "text", "seq": "list"}

var grammar = map[string][]string{
	"small": {"0", "1", "2", "3", "-1", "-2", "7", "10", "255", "True", "False"},
	"edge": {"2147483647", "2147483648", "-2147483648", "-2147483649", "4294967296", "281474976710655", "281474976710656", "-281474976710656",
		"-281474976710657", "562949953421311", "562949953421312", "9007199254740993", "4611686018427387904", "9223372036854775807",
		"9223372036854775808", "-9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616", "1267650600228229401496703205376"},
	"float":  {"0.0", "-0.0", "0.5", "-1.5", "2.0", "1e16", "1e300", "9007199254740992.0", "float('inf')", "float('nan')", "281474976710656.0"},
	"mask":   {"255", "0x7FFFFFFF", "0xFFFFFFFF", "0xFFFFFFFFFFFF", "0x1FFFFFFFFFFFF", "0x7FFFFFFFFFFFFFFF", "0xFFFFFFFFFFFFFFFF", "(1 << 70) - 1", "-2", "-(1 << 48)"},
	"lit":    {"«small»", "«small»", "«edge»", "«float»", "None", "'ab'", "''", "(1, 2)", "[1, 2]", "V(3)", "'\\u20acx'"},
	"scalar": {"«small»", "«small»", "«edge»", "«edge»", "«float»", "None", "V(«small»)"},
	"numlit": {"«small»", "«small»", "«small»", "«edge»", "«edge»", "«float»"},
	"atom":   {"«N»", "«N»", "«N»", "«N»", "«I»", "«I»", "«numlit»", "«small»"},
	"num": {"«atom»", "(«num» + «num»)", "(«num» - «num»)", "(«N» * «atom»)", "(«num» * «small»)", "(«num» & «mask»)", "(«num» | «atom»)", "(«num» ^ «atom»)", "(«num» // «atom»)",
		"(«num» % «atom»)", "(«num» / «atom»)", "-«atom»", "~«atom»", "+«atom»", "(«num» << («I» & 31))", "(«num» >> («I» & 15))", "abs(«num»)", "int(«num»)",
		"float(«atom»)", "(«num» if «cond» else «num»)", "min(«num», «num»)", "max(«num», «num»)", "divmod(«num», «atom»)[«DIGIT» & 1]", "len(«list»)",
		"((«N» * 31 + «I») & «mask»)", "((«atom» & 7) ** («I» & 3))", "bool(«atom»)", "round(«atom»)", "sum(«list»)", "(«num» + 1)", "(«num» - 1)", "(«N» * 2)",
		"«GA»", "«OA»", "«OA»", "((«N» * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF)", "«list»[«I» % 3]", "(«num» and «num»)", "(«num» or «num»)", "pow(«atom», 2, 1000003)", "(«num», «num»)[«I» & 1]",
		"(lambda x, y=«atom»: x + y)(«num»)", "sum(x for x in range(«I» & 7))", "(int('12') + «num»)", "(«num»).bit_length()", "(z := «num»)"},
	"simple": {"«N» < «N»", "«I» % 3 == 1", "«N» == «atom»", "«N»", "not «N»", "«N» is None", "«N» is not None", "«I» > «AT»", "«N» != «N»", "isinstance(«N», int)", "type(«N») is float"},
	"cond": {"«simple»", "«num» < «num»", "«num» >= «num»", "«num» == «num»", "(«cond» and «cond»)", "(«cond» or «cond»)", "not «cond»", "0 <= «num» < «num»",
		"«atom» in «list»", "«atom» not in «list»", "«str» == «str»", "«str» < «str»", "«str» in «str»", "any(«list»)", "all(«list»)", "«atom» in d0"},
	"text": {"s0", "s1", "s0", "'ab'", "'\\xe9'", "'\\u20ac'", "''", "'\\U0001f600z'"},
	"str": {"«text»", "«str» + «str»", "«str»[«small»:«small»]", "«str»[::-1]", "f'{«SAFE»}'", "f'{«text»!r:>6}'", "str(«SAFE»)", "«text».upper()", "«text» * («I» & 3)", "'%s-%r' % («SAFE», «text»)",
		"'{}{}'.format(«SAFE», «text»)", "'-'.join(['a', «text»])", "«text».replace('a', «text»)", "repr(«SAFE»)", "chr(«I» + 200)", "«text»[«I» % 2]", "'%d' % «SAFE»", "f'{«SAFE»:+}|{«text»}'"},
	"list": {"l0", "l0", "l1", "[1, 2, 3]", "(«atom», «atom»)", "t0", "range(4)", "[«atom», «atom», «atom»]"},
	"seq": {"«list»", "«list»[«small»:]", "[x for x in «list» if x]", "[x + 1 for x in «list»]", "list(«list»)", "tuple(«list»)", "sorted(«list»)", "list(reversed(«list»))", "[*«list», «atom»]",
		"list(map(«F», «list»))", "list(zip(«list», «list»))", "[(x, y) for x in range(3) for y in «list»][:5]", "list(enumerate(«list», «edge»))", "{x: 1 for x in range(«I» & 3)}", "list(filter(None, «list»))"},
	"attr":   {"a", "b", "m", "n", "p", "w", "d", "z"},
	"method": {"m", "m", "n", "m", "s", "k"},
	"args":   {"", "«atom»", "«atom»", "«atom»", "«num», «atom»", "x=«atom»", "«atom», y=«atom»", "*«list»", "*«list», **d1", "**d1", "«atom», *t0", "«atom», k=«atom»", "*(1, 2)", "«str»"},
	"member": {"m", "m", "m", "n", "p", "s", "k", "w", "d"},
	"dunder": {"__add__", "__radd__", "__eq__", "__lt__", "__len__", "__iter__", "__bool__", "__call__", "__contains__", "__iadd__", "__index__", "__neg__", "__hash__", "__enter__", "__exit__", "__getattr__", "__setattr__", "__setitem__", "__missing__", "__mul__", "__float__", "__int__", "__getattribute__", "__init__", "__new__", "__repr__", "__format__", "__str__"},
	// whatever may stand in a method's place
	"kind": {"«F»", "«F»", "lambda *a: ('lam', len(a))", "lambda self, x=0, *r, **z: x", "lambda self: «small»", "Call(«small»)", "staticmethod(«F»)", "classmethod(«F»)", "property(lambda self: «F»)", "property(lambda self: «lit»)",
		"abs", "max", "len", "int", "str", "divmod", "isinstance", "V", "[1, 2].count", "'ab'.join", "int.__add__", "Call(1).__call__", "Desc(«lit»)", "Data(«lit»)", "None", "«lit»", "genfunc", "(5).__add__",
		"type", "«F».__get__(7)", "V(2).up", "cell(«lit»)", "partial(«F», 1)", "K0", "dict.get", "list.append", "str.upper", "object", "NotImplemented", "Root.same", "Both()", "lambda self, /, x, *, k=1: (x, k)", "«callable»", "«callable»"},
	// objects that are called by way of their class
	"callable": {"Call(«small»)", "Call(«small»)", "StaticCall()", "ClassCall()", "Nested(«small»)", "SlotCall(«lit»)", "Made", "Both()", "type(Call(1).__call__)(«F», «atom»)", "type(len)", "Call(1).__call__", "type('T', (Call,), {'__call__': «F»})(2)"},
	"dunderkind": {"lambda self, o=0: «lit»", "lambda self, *a: «small»", "lambda self, *a: NotImplemented", "lambda self, *a: (len(a), 1)", "lambda self, *a: 'x'", "lambda self, *a: iter((1, «atom»))", "lambda self, *a: True",
		"lambda *a: 1 // 0", "None", "lambda self, n: («small» if n != '__dict__' else {})", "lambda self, *a: self", "lambda self, *a: V(1)", "staticmethod(lambda *a: len(a))", "classmethod(lambda *a: len(a))"},
	"object":   {"K0(1)", "K1(2)", "K2(3)", "K2(«atom»)", "K1(«atom»)", "V(«small»)", "K0(«str»)", "K2(b=1)", "K0()"},
	"iterable": {"l0", "l1", "d0", "t0", "range(5)", "gen0(«I»)", "'abc'", "set((1, 2, 3))", "d0.items()", "zip(l0, t0)", "reversed(l0)", "enumerate(l0)", "[]", "(x for x in l0)", "iter(l0)", "«O»", "b'ab'", "map(h0, l0)", "list(d0)", "bytearray(b'xy')"},
	"pattern":  {"0", "1 | 2 | 3", "int()", "float(x)", "str(x)", "[x, y]", "[x, *y]", "(x, 1)", "{'a': x}", "{'a': x, **y}", "None", "True", "V(v=x)", "V(x)", "K0(a=x)", "K1(x, y)", "K0()", "int(x) if x > «small»", "[[x], y]", "[int(x), str(y)]", "x if «cond»", "{}", "[]", "2147483648", "-1", "1.5", "'ab'", "bool(x)", "V.const", "[1 | 2, _, *_]", "(int() | float()) as x", "dict()", "list(x)"},
	"subject":  {"«N»", "«N»", "«num»", "l0", "t0", "d0", "«O»", "«str»", "«lit»", "(«atom», «atom»)", "[«atom», s0]", "{'a': «atom»}", "l0[:2]"},
	"raise":    {"1 // 0", "raise ValueError('v%d' % i)", "raise KeyError(«atom»)", "[][«atom»]", "{}['x']", "undefined", "None.x", "raise Odd(i, «atom»)", "int('q')", "raise TypeError from ValueError(1)", "assert «cond», 'asserted'", "raise StopIteration(«atom»)", "«num»", "«O».m(«atom»)", "n3 = 1", "raise ExceptionGroup('g', [ValueError(1), KeyError(i)])", "l0[9]", "(1)()", "len(5)"},
	"exc":      {"ValueError", "KeyError", "(ZeroDivisionError, IndexError)", "LookupError", "Exception", "Odd", "TypeError", "ArithmeticError", "(NameError, AttributeError)", "ExceptionGroup"},
	"exc0":     {"ValueError", "KeyError", "(ZeroDivisionError, IndexError)", "TypeError", "Exception"},
	"pattern0": {"«pattern»"},
	"jump":     {"continue", "break", "out.append('here')", "out.append('here')", "pass"},
}

// members of classes.
var members = []string{
	"def m(self, x=0):\n    return ('m', x)",
	"def m(self, x=0, *r, **z):\n    return (x, len(r), sorted(z))",
	"def m(self, x=1):\n    self.a = x\n    return self.a",
	"def m(self, x=1, y=2):\n    return self.n(x, y)",
	"def m(self, x):\n    return super().m(x)",
	"def n(self, x=1, y=«numlit»):\n    return x + y",
	"def n(self, *x):\n    return len(x)",
	"def n(self, x=0, y=0):\n    self.b = y\n    return self.b if x else self.w",
	"@property\ndef p(self):\n    return self.w",
	"@property\ndef p(self):\n    return self.a\n@p.setter\ndef p(self, x):\n    self.a = x",
	"p = «lit»",
	"d = Desc(«lit»)",
	"d = Data(«lit»)",
	"@staticmethod\ndef s(*x):\n    return ('s', len(x))",
	"@classmethod\ndef k(cls, *x):\n    return (cls.__name__, len(x))",
	"def __call__(self, *x):\n    return ('called', len(x))",
	"def __len__(self):\n    return «small»",
	"def __bool__(self):\n    return self.w is None",
	"def __getattr__(self, name):\n    if name in ('z', 'd', 'b'):\n        return 'got ' + name\n    raise AttributeError(name)",
	"def __eq__(self, o):\n    return self.w == o\n__hash__ = None",
	"def __add__(self, o):\n    return ('add', o)",
	"def __getitem__(self, n):\n    if n == 3:\n        raise IndexError(n)\n    return ('item', n)",
	"def __iter__(self):\n    yield 1\n    yield self.w",
	"def __setattr__(self, name, x):\n    object.__setattr__(self, name, (x,) if name == 'b' else x)",
	"def __lt__(self, o):\n    return 'lt'",
	"def __contains__(self, o):\n    return o == 1",
}

var inits = []string{
	"def __init__(self, a=0, b=«lit»):\n    self.a = a\n    self.b = b",
	"def __init__(self, a=0, b=«lit»):\n    self.b = b\n    if a:\n        self.a = a",
	"def __init__(self, *a, **k):\n    self.a = len(a)\n    self.z = len(k)",
	"def __new__(cls, *a, **k):\n    o = object.__new__(cls)\n    o.a = 5\n    return o",
}

var signatures = []string{"*a, **k", "x=0, y=1, *r, k=2", "x, y=2", "x", "x, /, y=1, *, k=3", "", "x=1, *r, k=0", "a, x=5", "*x", "x, *, k=4, **z", "x=None, y=None"}

var leafBodies = []string{
	"return ('«F»', sorted(locals()))",
	"return len(locals())",
	"v = [t for t in locals().values() if isinstance(t, (int, float))]\nreturn sum(v[:1], «small»)",
	"return «numlit»",
	"q = 0\nfor j in range(3):\n    q += j\nreturn q",
	"global g1\nt = g1\ng1 = «lit»\nreturn t",
	"return g0",
	"try:\n    return W(g0 + 1)\nfinally:\n    g2",
	"try:\n    return x + 1\nexcept TypeError as e:\n    return E(e)",
	"return x",
	"return (x, x)",
	"if x:\n    return y\nreturn x",
	"return isinstance(x, int) and x + 1",
	"return [x for _ in range(2)]",
}

// helpers are the same in all programs: classes of values and callables.
const helpers = `import sys
class Root:
    def __init__(self, a=0, b=0):
        self.a = a
        self.b = b
    def __repr__(self):
        return type(self).__name__ + '{' + ','.join([k + '=' + R(v) for k, v in sorted(object.__getattribute__(self, '__dict__').items())]) + '}'
    def same(self, *x):
        return ('same', len(x))
class Mixin:
    def m(self, *x):
        return ('mixin', x)
    w = 'mixin'
class Base(Root):
    w = 1
class Odd(Exception):
    pass
class V:
    __match_args__ = ('v',)
    const = 3
    def __init__(self, v=0):
        self.v = v
    def __repr__(self):
        return 'V(' + R(self.v) + ')'
    def __add__(self, o):
        return V(W(self.v + getattr(o, 'v', o)))
    def __radd__(self, o):
        return V(W(o + self.v))
    def __mul__(self, o):
        return V(W(self.v * getattr(o, 'v', o)))
    def __lt__(self, o):
        return self.v < o
    def __eq__(self, o):
        return self.v == getattr(o, 'v', o)
    def __hash__(self):
        return 7
    def __bool__(self):
        return self.v != 0
    def __index__(self):
        return 2
    def up(self, *x):
        self.v = W(self.v + 1)
        return (self.v, len(x))
class Call:
    def __init__(self, n):
        self.n = n
    def __call__(self, *a, **k):
        return ('call', self.n, len(a), sorted(k))
    def __repr__(self):
        return 'Call'
class Desc:
    def __init__(self, v):
        self.v = v
    def __get__(self, o, c=None):
        return lambda *a: ('desc', o is None, len(a))
class Data(Desc):
    def __get__(self, o, c=None):
        return self.v
    def __set__(self, o, v):
        self.v = v
class StaticCall:
    __call__ = staticmethod(lambda *a, **k: ('static call', len(a)))
class ClassCall:
    __call__ = classmethod(lambda c, *a: (c.__name__, len(a)))
class Nested(Call):
    __call__ = Call(4)
class SlotCall:
    __slots__ = ('n',)
    def __init__(self, n):
        self.n = n
    def __call__(self, x=0, *, k=1):
        return (self.n, x, k)
class MetaCall(type):
    def __call__(cls, *a):
        return ('meta', len(a))
class Made(metaclass=MetaCall):
    pass
class Both(Call):
    n = 9
    def __init__(self):
        pass
    def __get__(self, o, c=None):
        return Call(o is None)
class Ctx:
    def __init__(self, out, swallow=False):
        self.out = out
        self.swallow = swallow
    def __enter__(self):
        self.out.append('in')
        return self
    def __exit__(self, t, e, tb):
        self.out.append(t and t.__name__)
        return self.swallow
class Await:
    def __init__(self, v):
        self.v = v
    def __await__(self):
        x = yield self.v
        return (x, self.v)
def partial(f, *a):
    return lambda *b: f(*a, *b)
def only(x):
    return x
def alike(x, l):
    try:
        l.append(x)
        return l.pop()
    except TypeError:
        return x
def cell(v):
    def inner(*a):
        nonlocal v
        v = (len(a), v) if type(v) is not tuple else len(a)
        return v
    return inner
def genfunc(*a):
    for x in a:
        yield x
def gen0(n):
    for j in range(n % 4 if type(n) is int else 2):
        yield j
def short(x, y=1):
    return x + y
def late(x):
    if x % 2:
        y = x
    return y
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)
async def co(x):
    return await Await(x)
def drive(c):
    got = []
    try:
        v = c.send(None)
        while len(got) < 9:
            got.append(v)
            v = c.send(len(got))
    except StopIteration as e:
        return got, e.value
    c.close()
    return got
`

const declarations = `n0, n1, n2, n3 = «numlit», «small», «numlit», «small»
s0, s1 = 'ab', '\xe9'
l0, l1 = [1, 2, 3], [«numlit», «numlit», «numlit»]
t0 = («small», «numlit», «small»)
d0 = {'a': 1, 'b': 2, 3: «small»}
d1 = {'k': «small»}
o0, o1, o2 = K0(«small»), K2(«small»), «object»
os = [o0, o1, K1(1), «object»]
r = None`

var loops = []string{
	"for i in range(ROUNDS):", "for i in range(ROUNDS):", "for i in range(ROUNDS):", "while i < ROUNDS:", "for i, x in enumerate(list(range(ROUNDS))):",
	"for i in list(range(ROUNDS)):", "for i in (j for j in range(ROUNDS)):", "for i in range(ROUNDS, 0, -1):", "for i, x in zip(range(ROUNDS), [1, 2.5, None, 'x'] * 20):", "for i in range(2 ** «EVERY», 2 ** «EVERY» + 30):",
	"for i in iter(range(ROUNDS)):", "for i in tuple(range(ROUNDS)):",
}

var common = []string{
	"«N» = W(«num»)", "«N» = W(«num»)", "«M» += «atom»\n«MM» = W(«MM»)", "«M» -= «atom»\n«MM» = W(«MM»)", "«N» = W(«N» * «atom»)", "out.append(«num»)", "out.append(«cond»)", "s0 = («str»)[-20:]", "out.append(«str»)", "out.append(R(«seq»))",
	"if «cond»:\n    «N» = W(«num»)\nelse:\n    «N» = «atom»", "r = «O».«method»(«args»)\nout.append(R(r))", "out.append(short(«atom», «atom»))", "out.append(R(«F»(«args»)))", "for j in range(3):\n    «N» = W(«num»)", "while n1 and len(l1) < 9:\n    l1.append(n1)\n    n1 = n1 >> 1 if type(n1) is int and n1 > 0 else 0",
	"out.append((only(«M») is «MM», alike(«MM», l1) is «MM», «MM» in [«MM»]))", "«M» = W(«num»)\nx = only(«MM»)\nd0['same'] = «MM»\nout.append((x is «MM», d0['same'] is x, alike(x, []) is d0['same']))",
	"r = «O».m(«args»)\nout.append(R(r))", "out.append((«num», «num»))", "l0[«I» % 3] = «atom»", "out.append(l0[«I» % 4])", "d0[«atom»] = «atom»", "out.append(d0.get('a'))",
}

var commonEvents = []string{
	"«N» = «scalar»", "«N» = «edge»", "«N» = «float»", "n0 = V(1)", "«N» = None", "globals()['«G»'] = «lit»", "l0[:] = [«lit», «lit»]", "«N» = «N» == 0", "d0.clear()", "l0 = tuple(l0)", "s0 = «lit»", "K0.m = «kind»", "t0 = «lit»", "n1, n2 = n2, n1", "n2 = float(n2)",
	"del d0['a']", "l0.append(«lit»)", "«O» = «object»", "«C».m = «callable»", "«C».«member» = «callable»", "«O».m = «callable»", "Call.__call__ = lambda self, *a: ('new call', len(a))", "SlotCall.__call__ = «kind»",
	"StaticCall.__call__ = Call(3)", "MetaCall.__call__ = «kind»",
}

// A theme is what the statements of a hot loop are about.
type theme struct {
	setup  string
	body   []string
	events []string
}
