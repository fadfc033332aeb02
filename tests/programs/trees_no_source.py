# Syntax trees that no source has, chosen and random ones: compiled and run, or refused, as CPython does it.
# Arguments: how many random trees, and the seed.
# needs: stdlib
import ast, random, sys, warnings
warnings.simplefilter('ignore')
COUNT, SEED = (int(x) for x in (sys.argv[1:] + ['30', '1'][len(sys.argv) - 1:]))
rnd = random.Random(SEED)
names = ['a', 'b', 'c', 'f', 'g', 'C', 'obj']

def name(ctx=None): return ast.Name(rnd.choice(names), ctx or ast.Load())

def constant():
    return ast.Constant(rnd.choice([None, True, False, ..., 0, 1, -3, 2**70, 1.5, -0.0, 2j, 's', '', 'é', b'b', (), (1, 's'), (1, (2, None)),
                                    frozenset([1]), frozenset(), (frozenset([1, 2]),), -7]), kind=rnd.choice([None, 'u']))

def maybe(make, p=.5): return make() if rnd.random() < p else None

def many(make, low=0, high=3): return [make() for _ in range(rnd.randint(low, high))]

def piece(d):
    k = rnd.random()
    if k < .35: return ast.FormattedValue(expr(d - 1), rnd.choice([-1, -1, 115, 114, 97]), maybe(lambda: rnd.choice([ast.JoinedStr(many(lambda: piece(d - 1))), expr(d - 1)]), .3))
    if k < .7: return ast.Constant(rnd.choice(['x', '', 'yz', 5, None, b'q', (1,)]))
    return expr(d - 1)

def generators(d): return [ast.comprehension(target(d - 1), expr(d - 1), many(lambda: expr(d - 1), 0, 1), 0) for _ in range(rnd.randint(1, 2))]

def starred(d): return ast.Starred(expr(d - 1), ast.Load()) if rnd.random() < .2 else expr(d - 1)

def arguments(d):
    pos, args = many(lambda: arg(d), 0, 1), many(lambda: arg(d), 0, 2)
    kwonly = many(lambda: arg(d), 0, 2)
    return ast.arguments(pos, args, maybe(lambda: arg(d), .3), kwonly, [maybe(lambda: expr(d - 1), .7) for _ in kwonly], maybe(lambda: arg(d), .3),
                         many(lambda: expr(d - 1), 0, len(pos + args)))

fresh = 0
def arg(d):
    global fresh
    fresh += 1
    return ast.arg(rnd.choice(['p%d', 'q%d']) % fresh if rnd.random() < .95 else 'a', maybe(lambda: expr(d - 1), .2))

def slice_(d):
    k = rnd.random()
    if k < .4: return ast.Slice(maybe(lambda: expr(d - 1)), maybe(lambda: expr(d - 1)), maybe(lambda: expr(d - 1), .3))
    if k < .6: return ast.Tuple(many(lambda: slice_(d - 1) if d > 0 else constant(), 0, 2), ast.Load())
    return starred(d)

def expr(d):
    if d <= 0: return rnd.choice([name, constant])()
    e = lambda: expr(d - 1)
    return rnd.choice([
        lambda: ast.BoolOp(rnd.choice([ast.And(), ast.Or()]), many(e, 2, 3)),
        lambda: ast.NamedExpr(rnd.choice([name(ast.Store()), name(ast.Store()), target(d - 1)]) if 0 else name(ast.Store()), e()),
        lambda: ast.BinOp(e(), rnd.choice([ast.Add, ast.Sub, ast.Mult, ast.Div, ast.Mod, ast.BitOr, ast.BitAnd, ast.FloorDiv, ast.MatMult])(), e()),
        lambda: ast.UnaryOp(rnd.choice([ast.Invert, ast.Not, ast.UAdd, ast.USub])(), e()),
        lambda: ast.Lambda(arguments(d), e()),
        lambda: ast.IfExp(e(), e(), e()),
        lambda: ast.Dict(*map(list, zip(*[(maybe(e, .8), e()) for _ in range(rnd.randint(1, 3))]))) if rnd.random() < .9 else ast.Dict([], []),
        lambda: ast.Set(many(lambda: starred(d))),
        lambda: ast.ListComp(e(), generators(d)), lambda: ast.SetComp(e(), generators(d)), lambda: ast.DictComp(e(), e(), generators(d)),
        lambda: ast.Call(ast.Name('list', ast.Load()), [ast.GeneratorExp(e(), generators(d))], []),
        lambda: ast.Compare(e(), *map(list, zip(*[(rnd.choice([ast.Eq, ast.NotEq, ast.Lt, ast.Is, ast.IsNot, ast.In, ast.NotIn, ast.GtE])(), e()) for _ in range(rnd.randint(1, 3))]))),
        lambda: ast.Call(e(), many(lambda: starred(d)), [ast.keyword(rnd.choice([None, 'a', 'x', 'b']), e()) for _ in range(rnd.randint(0, 2))]),
        lambda: ast.JoinedStr(many(lambda: piece(d), 0, 4)),
        lambda: piece(d) if rnd.random() < .8 else ast.FormattedValue(e(), -1, e()),
        lambda: ast.Attribute(e(), rnd.choice(['real', 'x', '__class__', 'upper', '__private']), ast.Load()),
        lambda: ast.Subscript(e(), slice_(d), ast.Load()),
        lambda: rnd.choice([ast.List, ast.Tuple])(many(lambda: starred(d), 0, 4), ast.Load()),
        lambda: ast.Slice(maybe(e), maybe(e), maybe(e)) if rnd.random() < .3 else constant(),
        lambda: starred(d) if rnd.random() < .3 else name(),
        lambda: ast.Call(ast.Attribute(ast.Call(ast.Name('super', ast.Load()), many(e, 0, 2), []), 'm', ast.Load()), many(e, 0, 1), []),
        lambda: rnd.choice([ast.Yield(maybe(e)), ast.YieldFrom(e())]) if rnd.random() < .2 else name(),
        lambda: ast.Await(e()) if rnd.random() < .1 else constant(),
    ])()

def target(d):
    k = rnd.random()
    if d <= 0 or k < .6: return name(ast.Store())
    if k < .7: return ast.Attribute(expr(d - 1), 'x', ast.Store())
    if k < .8: return ast.Subscript(expr(d - 1), slice_(d), ast.Store())
    if k < .85: return ast.Starred(target(d - 1), ast.Store())
    return rnd.choice([ast.List, ast.Tuple])(many(lambda: target(d - 1)), ast.Store())

def pattern(d):
    if d <= 0: return rnd.choice([ast.MatchSingleton(rnd.choice([None, True])), ast.MatchAs(None, rnd.choice(names + [None])), ast.MatchValue(ast.Constant(rnd.choice([1, 's', 1.5, b'b', 2**70])))])
    p = lambda: pattern(d - 1)
    key = lambda: rnd.choice([constant(), ast.Constant(rnd.choice(['k', 1])), ast.Attribute(name(), 'x', ast.Load())])
    keys = many(key)
    return rnd.choice([
        lambda: ast.MatchValue(rnd.choice([constant(), ast.Attribute(name(), 'real', ast.Load()), ast.UnaryOp(ast.USub(), ast.Constant(3)), ast.JoinedStr(many(lambda: piece(1)))])),
        lambda: ast.MatchSequence(many(p)), lambda: ast.MatchSequence([p(), ast.MatchStar(rnd.choice(['a', None])), p()]),
        lambda: ast.MatchMapping(keys, [p() for _ in keys], rnd.choice([None, 'b'])),
        lambda: ast.MatchClass(rnd.choice([name(), ast.Name('int', ast.Load()), ast.Name('dict', ast.Load())]), many(p, 0, 1), ['real'] if rnd.random() < .3 else [], []),
        lambda: ast.MatchClass(ast.Name('int', ast.Load()), [], ['real', 'imag'], [p(), p()]),
        lambda: ast.MatchAs(p(), 'a'), lambda: ast.MatchOr([p(), p()]), lambda: ast.MatchStar('a') if rnd.random() < .2 else p(),
    ])()

def body(d, low=1): return many(lambda: stmt(d - 1), low, 3)

def params(d):
    return rnd.choice([[], [], [], [ast.TypeVar('T', maybe(lambda: expr(d - 1), .5), maybe(lambda: expr(d - 1), .3))], [ast.ParamSpec('P'), ast.TypeVarTuple('Ts')]])

def stmt(d):
    e = lambda: expr(d - 1)
    if d <= 0: return rnd.choice([lambda: ast.Expr(expr(1)), lambda: ast.Assign([target(1)], expr(1)), ast.Pass])()
    handler = lambda: ast.ExceptHandler(maybe(e, .8), None, body(d))
    def named():
        h = ast.ExceptHandler(rnd.choice([name(), ast.Name('Exception', ast.Load()), ast.Tuple([ast.Name('ValueError', ast.Load()), e()], ast.Load())]), rnd.choice(['a', 'b', None]), body(d))
        return h
    return rnd.choice([
        lambda: ast.FunctionDef(rnd.choice(names), arguments(d), body(d), many(e, 0, 1), maybe(e, .2), None, params(d)),
        lambda: ast.ClassDef(rnd.choice(names), many(lambda: starred(d), 0, 1) if rnd.random() < .3 else [], [], body(d), many(e, 0, 1) if rnd.random() < .3 else [], params(d)),
        lambda: ast.Return(maybe(e)) if rnd.random() < .4 else ast.Expr(e()),
        lambda: ast.Delete(many(lambda: rnd.choice([ast.Name(rnd.choice(names), ast.Del()), ast.Subscript(e(), slice_(d), ast.Del()), ast.Attribute(e(), 'x', ast.Del())]), 1, 2)),
        lambda: ast.Assign(many(lambda: target(d), 1, 2), e()),
        lambda: ast.AugAssign(rnd.choice([name(ast.Store()), ast.Attribute(e(), 'x', ast.Store()), ast.Subscript(e(), slice_(d), ast.Store())]), ast.Add(), e()),
        lambda: ast.AnnAssign(name(ast.Store()), e(), maybe(e), 1), lambda: ast.AnnAssign(ast.Attribute(e(), 'x', ast.Store()), e(), maybe(e), 0),
        lambda: ast.TypeAlias(name(ast.Store()), params(d), e()),
        lambda: ast.For(target(d), e(), body(d), body(d, 0)), lambda: ast.If(e(), body(d), body(d, 0)),
        lambda: ast.While(ast.Constant(rnd.choice([0, None, ''])), body(d), body(d, 0)),
        lambda: ast.With([ast.withitem(e(), maybe(lambda: target(d))) for _ in range(rnd.randint(1, 2))], body(d)),
        lambda: ast.Match(e(), [ast.match_case(pattern(d), maybe(e, .3), body(d)) for _ in range(rnd.randint(1, 2))]),
        lambda: ast.Raise(maybe(e), maybe(e, .3)) if rnd.random() < .3 else ast.Expr(e()),
        lambda: ast.Try(body(d), many(named), body(d, 0), body(d, 0)), lambda: ast.Try(body(d), [handler()], [], body(d)),
        lambda: ast.TryStar(body(d), many(named, 1, 2), [], body(d, 0)),
        lambda: ast.Assert(e(), maybe(e)),
        lambda: ast.Global([rnd.choice(names)]) if rnd.random() < .3 else ast.Pass(), lambda: ast.Nonlocal([rnd.choice(names)]) if rnd.random() < .1 else ast.Pass(),
        lambda: ast.Expr(e()), lambda: ast.Expr(ast.JoinedStr(many(lambda: piece(d), 1, 4))),
        lambda: ast.Assign([name(ast.Store())], ast.JoinedStr(many(lambda: piece(d), 1, 4))),
        lambda: rnd.choice([ast.Break, ast.Continue])() if rnd.random() < .3 else ast.Pass(),
        lambda: ast.ImportFrom(rnd.choice(['math', None, 'nothing']), [ast.alias(rnd.choice(['pi', 'e', '*']), rnd.choice([None, 'a']))], rnd.choice([0, None, 1])) if rnd.random() < .3 else ast.Import([ast.alias('math', rnd.choice([None, 'a']))]),
    ])()

class Obj:
    x = 1
    def m(self, *a): return a

def show(v, d=0):
    if type(v) in (int, float, complex, str, bytes, bool, type(None)): return repr(v)[:60]
    if type(v) in (tuple, list) and d < 3: return type(v).__name__ + '(' + ', '.join(show(x, d + 1) for x in v) + ')'
    return type(v).__name__

def attempt(i):
    global rnd
    rnd = random.Random(SEED * 1000003 + i)
    fn = ast.FunctionDef('main', ast.arguments([], [ast.arg('a'), ast.arg('b')], None, [], [], None, []), body(4), [], None, None, [])
    tree = ast.Module(rnd.choice([[fn], body(4)]), [])
    ast.fix_missing_locations(tree)
    if rnd.random() < .2:
        tree = ast.fix_missing_locations(ast.Expression(expr(4)))
    mode = 'eval' if isinstance(tree, ast.Expression) else 'exec'
    try:
        code = compile(tree, 'tree', mode)
    except RecursionError:
        return 'recursion'
    except Exception as e:
        return f'refused: {type(e).__name__}: {e}'
    ns = {'a': 1, 'b': [1, 2], 'c': 'text', 'f': len, 'g': Obj(), 'C': Obj, 'obj': {'k': 3, 1: 2}, '__name__': 'tree'}
    steps = 0
    try:
        r = eval(code, ns)
        if 'main' in ns:
            r = ns['main'](5, [6, 7])
            if hasattr(r, '__next__'): r = [x for x, _ in zip(r, range(5))]
    except BaseException as e:
        return f'raised: {type(e).__name__}: {e}'.replace('\n', '|')[:150]
    return show(r) + ' ' + ' '.join(f'{k}={show(v)}' for k, v in sorted(ns.items()) if k in names)

def chosen(what, e, **ns):
    tree = ast.fix_missing_locations(ast.Expression(e))
    try:
        print(what, show(eval(compile(tree, 'tree', 'eval'), ns)))
    except Exception as ex:
        print(what, type(ex).__name__, ex)

class Text(str): pass
N, K, J = lambda n='v': ast.Name(n, ast.Load()), ast.Constant, ast.JoinedStr
for v in 'text', 5, None, Text('sub'):
    chosen('name', J([N()]), v=v)
    chosen('names', J([N(), N()]), v=v)
    chosen('constant and name', J([K('a'), N(), K('b')]), v=v)
    chosen('name and number', J([N(), K(3)]), v=v)
    chosen('specification', J([ast.FormattedValue(K(1.5), -1, N())]), v=v)
    chosen('specification of all', ast.FormattedValue(N(), 114, N()), v=v)
    chosen('many', J([N()] * 40), v=v)
chosen('a call in it', J([K('/'), ast.Call(N('str'), [K(1)], []), K('/')]))
chosen('nested', J([J([N(), K('x')]), N()]), v='y')
chosen('slice', ast.Tuple([ast.Slice(K(1), None, None), ast.Slice()], ast.Load()))
fn = ast.parse('def f(): pass')
fn.body[0].body = [ast.ImportFrom('math', [ast.alias('*', 'a')], 0)]
ns = {}
exec(compile(ast.fix_missing_locations(fn), 'tree', 'exec'), ns)
try:
    ns['f']()
except SystemError as e:
    print(e)

# Code that matches sequences counts on its small ints.
def first(x):
    match x:
        case [a, b]: return a
print(first.__code__.replace(co_name='other').replace(co_consts=first.__code__.co_consts).co_name)

import re
for i in range(COUNT):
    print(i, re.sub('0x[0-9a-f]+', '0x', attempt(i)), flush=True)
