// What disturbs leaf programs: upset(), which they call now and then, does things that no compiled code can foresee.

package randprog

import (
	"fmt"
	"strings"
)

// leafPrelude is what leaf programs have besides the common prelude.
const leafPrelude = `import gc
import sys
from _weakref import ref


class Boom(Exception):
    pass


LOG, TRACE, REFS, KEPT = [], [], [], []


def note(*what):
    if len(LOG) < 12:
        LOG.append(what)


def where(e):
    tb, out = e.__traceback__, []
    while tb is not None:
        out.append(tb.tb_frame.f_code.co_name + "@" + str(tb.tb_lineno))
        tb = tb.tb_next
    return out[:40]


def show(v, depth=0):
    if depth < 3 and type(v) in (list, tuple):
        return [show(x, depth + 1) for x in v[:9]]
    if type(v) in (int, float, str, bool) or v is None:
        return R(v)
    if isinstance(v, (P, S)):
        return type(v).__name__ + ":" + R(read(v, "x")) + ":" + R(read(v, "y"))
    return type(v).__name__


def read(o, name):
    try:
        v = object.__getattribute__(o, name)
        return v if type(v) in (int, float, str, bool) else type(v).__name__
    except AttributeError:
        return "unset"


def snap(f):
    out = []
    while f is not None and f.f_code.co_name != "run" and len(out) < 4:
        names = f.f_locals
        out.append((f.f_code.co_name, f.f_lineno, [(n, show(names[n])) for n in sorted(names) if n in ("a", "b", "c", "n", "p", "q", "r", "t", "x", "y", "self", "o", "cell")]))
        f = f.f_back
    return out


def write(f):
    names = f.f_locals
    for n in ("a", "b", "p", "q", "t", "x", "cell"):
        if n in names:
            v = names[n]
            names[n] = v + 1 if type(v) is int else v * 0.5 if type(v) is float else 9
            return


def tracer(frame, event, arg):
    if len(TRACE) < 400:
        TRACE.append((frame.f_code.co_name, event, frame.f_lineno))
    return tracer


def untraced():
    sys.settrace(None)
    sys.setprofile(None)


# The frame of a generator that nobody needs any more is no frame under CPython 3.13.0: it shows what lies there now, or crashes.
def keep(f):
    if not f.f_code.co_flags & 32:
        KEPT.append(f)


def bottomless(n):
    try:
        return bottomless(n + 1)
    except RecursionError:
        return 1


def again(n):
    return 0 if not n or n < 1 else again(n - 1) + 1


def raising():
    raise Boom("raising")


def peek():
    return CALLS


def setg(v):
    global G
    G = v


def steps(o, n):
    for i in range(n):
        o.x = o.x + 1
        yield o.x
        upset(ROUND)
        yield i


def two(p, q=2):
    return p - q


def bound(name, value):
    if value is None:
        globals().pop(name, None)
    else:
        globals()[name] = value


class Plain:
    def __repr__(self):
        return "Plain"


class Dies:
    __del__ = staticmethod(gc.enable)


def spent():
    global FUEL
    FUEL -= 1
    return FUEL < 0


def big(v):
    return type(v) is INT and v.bit_length() > 600


def cut(o):
    if type(o) is list:
        if any(map(big, o)):
            o[:] = map(C, o)
        return
    for name in "x", "y", "z":
        try:
            v = getattr(o, name, 0)
            if big(v):
                setattr(o, name, v % 1000000007)
        except Exception:
            pass`

// leafRun calls a driver and shows what came of it.
const leafRun = `FIRST = {n: f for n, f in globals().items() if n[0] in "hdu" and hasattr(f, "__code__")}


def run(f, args):
    global CALLS, ROUND
    CALLS = ROUND = 0
    try:
        r = show(f(*args()))
    except Exception as e:
        r = E(e), where(e)
    finally:
        untraced()
        globals().update(FIRST)
        for n in ("len", "abs", "int", "isinstance", "range", "max"):
            globals().pop(n, None)
    print(f.__name__, r, CALLS, len(TRACE), TRACE[-3:], [show(w()) for w in REFS[-5:]])
    print(LOG, [snap(x)[:1] for x in KEPT[:9] if hasattr(x, "f_locals")])
    LOG.clear(), TRACE.clear(), REFS.clear(), KEPT.clear()`

// upsets change what compiled code relies on, by kinds. H stands for a short function, M for a method.
var upsets = [][]string{
	{ // functions
		"H = two", "H = lambda *a, **k: 4", "H = max", "H = P", "H = None", "H.__code__ = two.__code__", "H.__code__ = H.__code__", "H.__code__ = peek.__code__", "H.__defaults__ = (9,)", "H.__defaults__ = None", "H.__kwdefaults__ = {}", "two.__defaults__ = (0.5,)",
	},
	{ // functions with other code
		"peek.__code__ = (lambda: 5).__code__", "peek.__code__ = (lambda: G).__code__", "again.__code__ = two.__code__", "again.__defaults__ = (3,)",
	},
	{ // methods
		"P.M = lambda self, *a: 7", "P.M = two", "P.M = staticmethod(lambda *a: 1)", "P.M = classmethod(lambda c, *a: c.k)", "P.M = property(lambda s: two)", "Q.M = lambda self, *a: self.x", "OBJ.M = lambda *a: 3", "P.M = P.__dict__.get('get')",
	},
	{ // an instance
		"OBJ.__class__ = Q", "OBJ.__class__ = P", "OBJ.x = 0.5", "OBJ.x = 2**62", "del OBJ.x", "OBJ.__dict__.clear()", "OBJ.x = 3", "OBJ.x, OBJ.y = 3, 4", "OBJ.fresh = 1", "OBJ.__dict__ = {'x': 2, 'y': 3}", "OBJ.__dict__['x'] = 9", "vars(OBJ)['get'] = lambda: 6", "OBJ.k = 5",
	},
	{ // attributes of the class
		"P.k = 2.5", "Q.k = 3", "P.x = property(lambda s: 5, lambda s, v: None)", "del P.x", "P.y = 5", "del P.y", "P.__getattribute__ = lambda s, n: 4 if n in 'xy' else object.__getattribute__(s, n)", "del P.__getattribute__", "P.__getattr__ = lambda s, n: 8", "del P.__getattr__", "P.__setattr__ = lambda s, n, v: None", "del P.__setattr__",
	},
	{ // its special methods
		"P.pr = 5", "P.pr = property(lambda s: s.y)", "P.__getitem__ = lambda s, i: range(99)[i]", "P.__add__ = lambda s, o: o", "P.__lt__ = lambda s, o: False", "P.__len__ = lambda s: 0", "P.__eq__ = lambda s, o: True", "P.__bool__ = lambda s: False", "P.__init__ = lambda s, x, y: setattr(s, 'y', x)", "P.__init__ = lambda s, x, y: 1", "P.__new__ = lambda c, *a: object.__new__(Q)",
	},
	{ // its bases
		"Q.__bases__ = (T,)", "Q.__bases__ = (P,)", "S.get = lambda s: s.x", "S.x = property(lambda s: 2)",
	},
	{ // globals and builtins
		"bound('len', lambda x: 3)", "bound('len', None)", "bound('abs', float)", "bound('int', float)", "bound('isinstance', lambda *a: G)", "bound('range', lambda *a: [5, 6.5])", "bound('max', min)", "bound('G', 0.5)", "bound('G', 2**63)", "bound('G', None)", "bound('G2', 2**48 - 1)", "bound('G2', '')",
	},
	{ // names that are not interned; descriptors
		"globals()['%s2' % 'G'] = 0.25", "globals()['%s' % 'H'] = two", "setattr(P, '%set' % 'g', lambda s: 2)", "setattr(P, '%s' % 'k', 0.75)", "vars(OBJ)['%s' % 'x'] = 2**48", "setattr(OBJ, '%s' % 'y', 6)", "delattr(OBJ, '%s' % 'x')", "P.x = Plain()", "Plain.__get__ = lambda s, o, t: 6", "Plain.__set__ = lambda s, o, v: None", "P.x = S.x", "P.y = S.__dict__['x']", "KEPT[0].__class__ = Dies",
	},
	{ // a list
		"LST.append(k)", "LST.clear()", "LST.pop()", "LST[0] = 0.25", "LST.insert(0, 2**60)", "LST[:] = ['']", "LST[1] = None", "LST.reverse()", "LST[:] = [1, 2.5, 3]",
	},
	{ // frames
		"note(snap(sys._getframe(1)))", "note(snap(sys._getframe(2)))", "note(snap(sys._getframe()))", "write(sys._getframe(1))", "write(sys._getframe(2))", "sys._getframe(1).f_locals['a'] = 2**70", "sys._getframe(1).f_locals['p'] = 0.5", "sys._getframe(2).f_locals['a'] = -0.0",
	},
	{ // tracing, and what else there is
		"sys.settrace(tracer)", "sys._getframe(1).f_trace = tracer; sys.settrace(tracer)", "sys._getframe(1).f_trace_lines = False", "sys.settrace(None)", "sys.setprofile(lambda *a: None)", "sys.setprofile(None)", "gc.collect()", "KEPT.append(Plain()); REFS.append(ref(KEPT[-1]))", "keep(sys._getframe(1))", "keep(sys._getframe(2))", "KEPT.append(sys._getframe(1).f_locals)", "keep(sys._getframe(k % 3))", "REFS.append(ref(OBJ))", "bottomless(0)", "Dies(); gc.collect()", "raise Boom(k)", "raise StopIteration", "G2 = 7", "G = H", "sys.setrecursionlimit(sys.getrecursionlimit() + 1)", "upset.__code__ = calm.__code__",
	},
}

// upset makes the function that disturbs, which is called with the round, and returns what else it is given.
func (g *leafGen) upset() *Stmt {
	functions, methods := []string{"two"}, []string{"get", "put"}
	for _, c := range g.callees {
		if method, ok := strings.CutPrefix(c.name, "."); ok {
			methods = append(methods, method)
		} else {
			functions = append(functions, c.name)
		}
	}
	body := []*Stmt{{Text: "global CALLS, G, G2, " + strings.Join(functions[1:], ", "), Fixed: true}, {Text: "CALLS += 1\nif CALLS > 500:\n    return v", Fixed: true}}
	body[0].Text = strings.TrimSuffix(body[0].Text, ", ")
	for range 2 + g.r.IntN(6) {
		act := strings.NewReplacer("H", g.pick(functions[min(1, len(functions)-1):]), "M", g.pick(methods)).Replace(g.pick(upsets[g.r.IntN(len(upsets))]))
		when := fmt.Sprintf(g.pick([]string{"CALLS == %d", "CALLS %% 19 == %d %% 19", "k == %d", "k == %d and CALLS %% 3 == 1", "CALLS in (5, %d)"}), 2+g.r.IntN(60))
		body = append(body, &Stmt{Text: "if " + when + ":\n    " + strings.ReplaceAll(act, "; ", "\n    ")})
		if !strings.HasPrefix(act, "raise") {
			body[len(body)-1].Text = "if " + when + ":\n    try:\n        " + strings.ReplaceAll(act, "; ", "\n        ") + "\n    except (NameError, ValueError, AttributeError, TypeError, IndexError):\n        pass"
		}
	}
	return &Stmt{Text: "class T:\n    k = 33\n\n    def get(self):\n        return 33\n\n\ndef calm(k, v=None):\n    return v\n\n\ndef upset(k, v=None):", Body: append(body, &Stmt{Text: "return v", Fixed: true}), Block: true}
}
