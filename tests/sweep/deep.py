# Chains of objects as long as a program makes them: each use ends, with RecursionError if in no other way.
import sys
import _functools, _operator, _weakref, itertools, _io

N = int(sys.argv[1]) if len(sys.argv) > 1 else 100000


def use(name, x, *fs):
    for f in fs:
        try:
            f(x)
            r = 'ok'
        except RecursionError:
            r = 'RecursionError'
        except Exception as e:
            r = type(e).__name__
        print(name, r)


def chain(x, f, n=None):
    for _ in range(n or N):
        x = f(x)
    return x


class Wrap:
    def __init__(self, f):
        self.__wrapped__ = f
        self.__isabstractmethod__ = False


MP = type(int.__dict__)
GA = type(list[int])
Method = type(use.__get__(1))
drop = lambda x: None

use('list', chain([], lambda x: [x]), repr, str, lambda x: x == chain([], lambda x: [x]), hash)
use('tuple', chain((), lambda x: (x,)), repr, hash, lambda x: x == chain((), lambda x: (x,)), lambda x: isinstance(1, x), lambda x: issubclass(int, x), lambda x: 'a'.startswith(x),
    lambda x: x < chain((), lambda x: (x,)))
use('dict', chain({}, lambda x: {1: x}), repr, lambda x: x == chain({}, lambda x: {1: x}))
use('set', chain(frozenset(), lambda x: frozenset([x])), repr, hash, lambda x: x == chain(frozenset(), lambda x: frozenset([x])))
for name, f in (('map', lambda x: map(len, x)), ('zip', lambda x: zip(x)), ('filter', lambda x: filter(None, x)), ('enumerate', enumerate), ('chain', itertools.chain),
                ('islice', lambda x: itertools.islice(x, 3)), ('accumulate', itertools.accumulate), ('cycle', itertools.cycle), ('starmap', lambda x: itertools.starmap(max, x)),
                ('takewhile', lambda x: itertools.takewhile(bool, x)), ('pairwise', itertools.pairwise), ('batched', lambda x: itertools.batched(x, 1)),
                ('groupby', itertools.groupby), ('from_iterable', itertools.chain.from_iterable), ('zip_longest', itertools.zip_longest), ('compress', lambda x: itertools.compress(x, x)),
                ('filterfalse', lambda x: itertools.filterfalse(None, x)), ('tee', lambda x: itertools.tee(x)[0]), ('dropwhile', lambda x: itertools.dropwhile(bool, x))):
    use(name, chain(iter([]), f), next, list, _operator.length_hint)
p = property.__new__(property)
p.__init__(p)
use('property', p, lambda x: x.__isabstractmethod__, lambda x: x.__name__, lambda x: x.__get__(x))
for T in (staticmethod, classmethod, property):
    use(T.__name__, chain(len, T), repr, lambda x: x.__isabstractmethod__, lambda x: x.__get__(1, int)(), lambda x: x())
s = staticmethod.__new__(staticmethod)
s.__init__(s)
use('staticmethod', s, repr, lambda x: x(), lambda x: x.__isabstractmethod__)
use('partial', chain(len, lambda x: _functools.partial(x)), repr, lambda x: x([]))
pt = _functools.partial(len)
pt.__setstate__((pt, (), {}, {}))
use('partial self', pt, repr, lambda x: x(1))
use('method', chain(use, lambda x: Method(x, 1)), repr, lambda x: x(), hash, lambda x: x == chain(use, lambda x: Method(x, 1)), lambda x: x.nothing, lambda x: x.__doc__)
use('wrapper', chain([], lambda x: x.__repr__, 100) and chain(len, lambda x: x.__call__), repr, lambda x: x([]), hash, lambda x: x.__name__, lambda x: x == chain(len, lambda x: x.__call__))
use('mappingproxy', chain({}, MP), repr, len, lambda x: x[1], lambda x: 1 in x, iter, lambda x: x.get(1), lambda x: x.keys(), lambda x: x | {}, lambda x: x == {}, hash, bool, reversed)
use('alias', chain(int, lambda x: GA(list, (x,))), repr, hash, lambda x: x.__parameters__, lambda x: x == chain(int, lambda x: GA(list, (x,))), lambda x: x[1])
use('alias origin', chain(int, lambda x: GA(x, (int,))), repr, hash, lambda x: x(), lambda x: x.real, lambda x: isinstance(1, x), lambda x: x.__mro_entries__(()))
use('union', chain(int, lambda x: GA(list, (x,)) | int), repr, hash, lambda x: x.__parameters__, lambda x: isinstance(1, x))
use('list alias', GA(list, (chain([], lambda x: [x]),)), repr, lambda x: x.__parameters__, hash)
def raised(f):
    e = ValueError(0)
    for i in range(N):
        e = f(e)
    return e


def cause(e):
    n = ValueError(1)
    n.__cause__ = e
    return n


def context(e):
    n = ValueError(1)
    n.__context__ = e
    return n


use('cause', raised(cause), repr, drop)
use('context', raised(context), repr, drop)
use('group', raised(lambda e: ExceptionGroup('g', [e])), repr, str, lambda x: x.split(TypeError), lambda x: x.subgroup(lambda e: False), lambda x: x.derive([x]))
use('reversed', chain([1], lambda x: list(reversed([x]))), repr)
use('memoryview', chain(memoryview(b'abc'), lambda x: x[1:] if len(x) > 1 else memoryview(x)), bytes, hash)
use('buffered', chain(_io.BytesIO(b'abc'), _io.BufferedReader, 300), lambda x: x.read(1), lambda x: x.raw, lambda x: x.closed, lambda x: x.name, repr, lambda x: x.readable(), lambda x: x.fileno(), lambda x: x.close())
use('slice', chain(1, lambda x: slice(x)), repr, lambda x: x == chain(1, lambda x: slice(x)), hash)
K = use.__code__.co_consts
use("code", chain(use.__code__, lambda c: c.replace(co_consts=K + (c,)), 3000), repr, hash, lambda x: x == chain(use.__code__, lambda c: c.replace(co_consts=K + (c,)), 3000))
use('code consts', use.__code__, lambda c: hash(c.replace(co_consts=K + (chain((), lambda x: (x,)),))), lambda c: c.replace(co_consts=K + (chain((), lambda x: (x,)),)) == c.replace(co_consts=K + (chain((), lambda x: (x,)),)))
use('itemgetter', chain(_operator.itemgetter(1), lambda x: _operator.itemgetter(x)), repr)
use('cmp_to_key', chain(_functools.cmp_to_key(max), _functools.cmp_to_key), lambda x: x(1) < x(2))
use('import', '.'.join(['a'] * N), __import__)
for src in ('(' * N + ')' * N, '-' * N + '1', '[' * N, 'a' + '.a' * N, 'a' + '[0]' * N, 'a' + '()' * N, '1' + '+1' * N, 'lambda: ' * N + '1', 'not ' * N + '1', 'f"{' * N, 'a if b else ' * N + '1', 'x' + '**x' * N):
    use('compile ' + src[:4], src, lambda x: compile(x, 'f', 'eval'))
use('format', '{:' * N, lambda x: x.format(1))
import marshal
use('marshal', chain([], lambda x: [x]), marshal.dumps)
use('unmarshal', b'[\x01\0\0\0' * N, marshal.loads)


class Meta(type):
    pass


def gens(n):
    def g(x):
        yield from x
    x = iter([1, 2])
    for _ in range(n):
        x = g(x)
    return x


use('yield from', gens(N), next, lambda x: x.throw(ValueError), lambda x: x.close())
sys.setrecursionlimit(N)
x = gens(N // 4)
use('yield from', x, next, lambda x: x.throw(ValueError), lambda x: x.close())
x = gens(N // 4)
use('yield from', x, next, lambda x: x.close())
sys.setrecursionlimit(1000)
d = chain(1, lambda x: {'a': x}['a'] if 0 else (lambda: x))
use('closure', d, repr, drop)
import gc
gc.collect()
d = x = None
gc.collect()
print('end')
