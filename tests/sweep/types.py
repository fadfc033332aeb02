# Makes instances of every type that a program can reach, also half-made ones, and uses all that they have.
# Arguments: SHARE SHARES DEPTH [NAME]: types number SHARE modulo SHARES, or the one of that name with each step shown.
# What goes wrong in Python is of no interest; the process must go on to its last line.
import gc
import sys

share, shares, deep = int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
only = sys.argv[4] if len(sys.argv) > 4 else None

for name in sys.builtin_module_names:
    if name not in ('readline', 'this', 'antigravity', '__main__'):
        try:
            __import__(name)
        except BaseException:
            pass

HUGE = 1 << 70
# Calls that wait for something, stop the process, or take as long as CPython's do.
WAITS = {('_thread', '__enter__'), ('_queue', 'get'), 'acquire', 'acquire_lock', 'join', 'accept', 'recv', 'recvfrom', 'recv_into', 'recvfrom_into', 'connect', 'sendall', 'send',
         'breakpoint', '_acquire_restore'}
LONG = {'__pow__', '__rpow__', '__ipow__', '__lshift__', '__rlshift__'}


def samples():
    def gen():
        try:
            yield 1
        except ZeroDivisionError:
            pass
    async def coro():
        return 1
    async def agen():
        yield 1
    class C:
        __slots__ = ('x', '__weakref__')
        def m(self):
            pass
        p = property(m)
    def outer():
        cell = 1
        return lambda: cell
    yield from (gen(), coro(), agen(), agen().asend(None), agen().athrow(ValueError), agen().aclose(), agen().__anext__(), coro().__await__())
    yield from (C, C(), C().m, C.p, C.x, gen, outer().__closure__[0], gen.__code__, gen().gi_frame, sys._getframe())
    try:
        1 / 0
    except ZeroDivisionError as e:
        yield from (e, e.__traceback__)
    d = {1: 2}
    for x in (d, {1}, frozenset([1]), [1], (1,), 'a', b'a', bytearray(b'a'), range(3), memoryview(b'abc'), range(HUGE, HUGE + 2)):
        yield x
        yield iter(x)
        if hasattr(x, '__reversed__'):
            yield reversed(x)
    for v in (d.keys(), d.items(), d.values()):
        yield from (v, iter(v), reversed(v))
    yield from (iter(lambda: 1, 1), 1, True, None, 1.5, 2j, ..., NotImplemented, slice(1), object(), type, int, sys, len, [].append)
    yield from (list.append, list.__add__, [].__add__, int.__dict__['real'], int.__dict__['from_bytes'], int.from_bytes, object.__new__)
    yield from (staticmethod(gen), classmethod(gen), property(gen), super(C, C()), enumerate('a'), zip('a'), map(len, ['a']), filter(None, [1]))
    yield from (int.__dict__, list[int], int | str, iter((list[int],)), sys.flags, sys.version_info, sys.implementation, sys.stdout.encoding)
    yield from (UnicodeDecodeError('a', b'a', 0, 1, 'x'), UnicodeEncodeError('a', 'a', 0, 1, 'x'), OSError(1, 'a', 'b'), SyntaxError('a', ('f', 1, 2, 't')),
                ExceptionGroup('a', [ValueError()]), ImportError('a', name='b'), StopIteration(1), SystemExit(1), KeyError(1), AttributeError('a', name='b', obj=1))
    import _weakref
    c = C()
    yield from (_weakref.ref(c), _weakref.proxy(c), _weakref.proxy(C.m), c)


def native():
    import _collections, _functools, itertools, _operator, _struct, _thread, _contextvars, _io, array, _sre, _random, zlib
    yield from (_collections.deque([1]), iter(_collections.deque([1])), reversed(_collections.deque([1])), _collections.defaultdict(int, {1: 2}), _collections.OrderedDict({1: 2}))
    yield from (iter(_collections.OrderedDict({1: 2})), _functools.partial(int, 1), _functools.cmp_to_key(max), _functools.cmp_to_key(max)(1))
    yield from (itertools.count(), itertools.cycle([1]), itertools.chain([1]), itertools.tee([1])[0], itertools.groupby([1]), next(itertools.groupby([1]))[1],
                itertools.product([1], [2]), itertools.permutations([1, 2]), itertools.combinations([1, 2], 1), itertools.islice([1], 1), itertools.repeat(1, 2),
                itertools.zip_longest([1], [2, 3]), itertools.accumulate([1, 2]), itertools.starmap(int, [(1,)]), itertools.batched([1, 2], 1), itertools.pairwise([1, 2]))
    yield from (_operator.itemgetter(1), _operator.attrgetter('a'), _operator.methodcaller('a'), _struct.Struct('i'), _struct.iter_unpack('i', b'abcd'))
    yield from (_thread.allocate_lock(), _thread.RLock(), _contextvars.ContextVar('a'), _contextvars.copy_context(), _io.BytesIO(b'ab'), _io.StringIO('a\nb'))
    yield from (_io.BufferedReader(_io.BytesIO(b'ab')), _io.TextIOWrapper(_io.BytesIO(b'ab')), array.array('i', [1, 2]), iter(array.array('i', [1])))
    yield from (_random.Random(1), zlib.compressobj(), zlib.decompressobj(), _functools.lru_cache(1, False, None, None))


def library():
    import re, types, typing, collections, hashlib, csv
    yield from (re.compile('a'), re.match('a', 'a'), re.compile('a').scanner('a'), types.SimpleNamespace(a=1), typing.TypeVar('T'), typing.ParamSpec('P'))
    yield from (collections.Counter('a'), hashlib.md5(), csv.reader([]), csv.writer(sys.stderr))


have = {}
types = []


def add(t):
    if isinstance(t, type) and t not in seen:
        if t.__flags__ & 512 and t.__module__ not in sys.builtin_module_names and t.__module__ != "ast":
            return  # a class of a library in Python
        seen.add(t)
        types.append(t)
        try:
            subs = type.__subclasses__(t)
        except BaseException:
            subs = ()
        for s in subs:
            add(s)


seen = set()
add(object)
for o in gc.get_objects():
    add(type(o))
for source in (samples, native, library):
    try:
        for o in source():
            add(type(o))
            have.setdefault(type(o), []).append(o)
    except BaseException as e:
        print('#', source.__name__, repr(e))
    o = None


def step(*what):
    if only:
        print(*what, file=sys.stderr, flush=True)


def attempt(f, *args):
    try:
        return f(*args)
    except BaseException:
        return None


def later(x):
    async def run():
        await x
    c = run()
    try:
        c.send(None)
    finally:
        c.close()


def over(x):
    async def run():
        async for _ in x:
            break
    c = run()
    try:
        c.send(None)
    finally:
        c.close()


def within(x):
    if type(x).__module__ == '_thread':
        return
    with x:
        pass


def some(x):
    n = 0
    for _ in x:
        n += 1
        if n > 20:
            break


def contained(x):
    return 1 in x


def unpacked(x):
    return [*x]


def matched(x):
    match x:
        case [a, *_]:
            return a
        case {'a': a}:
            return a


USES = [repr, str, hash, some, len, bool, next, later, over, within, matched, callable, dir, vars, int, float, complex, bytes, memoryview, abs, id, ascii,
        sys.getsizeof, gc.get_referents, sorted if deep else hash, lambda x: x[0], lambda x: x(), lambda x: x + x, lambda x: x == x, lambda x: x < 1, contained,
        lambda x: -x, lambda x: x @ 1, lambda x: x | int, lambda x: isinstance(1, x), lambda x: issubclass(int, x), lambda x: '%s %d' % (x, x), lambda x: f'{x!a}{x}',
        lambda x: x.nothing, lambda x: setattr(x, 'nothing', 1), lambda x: x.__reduce_ex__(2), lambda x: x.__reduce_ex__(4), lambda x: print(x, file=x),
        lambda x: type(x).__get__(x, 1, int), lambda x: type('S', (x,), {}), lambda x: type('S', (), {'a': x})().a, unpacked, lambda x: {**x},
        lambda x: next(iter(x)), lambda x: x.send(None), lambda x: exec(x), lambda x: raises(x), lambda x: round(x), lambda x: x[0:1], lambda x: x.__dict__]


TO_THE_END = (bytes, sorted, contained, unpacked)


def raises(x):
    raise x from x


def use(make, what):
    x = make()
    if x is None:
        return
    t = type(x)
    for f in USES:
        if f in TO_THE_END and any(c.__name__ in ("count", "cycle", "repeat") for c in t.__mro__):
            continue
        step(what, 'use', getattr(f, '__name__', f), USES.index(f))
        attempt(f, x)
    names = sorted({n for c in t.__mro__ for n in c.__dict__ if isinstance(n, str)})
    for turn in range(2 + deep):
        if turn:
            x = make()  # without what was done to the first
        for n in names:
            if n in WAITS or any((c.__module__, n) in WAITS for c in t.__mro__) or n in LONG and isinstance(x, int) or n == '__class__':
                continue
            step(what, 'attribute', n, turn)
            m = attempt(getattr, x, n)
            if m is None or isinstance(m, type):
                continue
            if callable(m):
                calls = ((), (None,), (x,), (7,), ('x',), ([],), (HUGE,), (b'x',), (int,), (x, x), (7, 7), (-1, x), (None, int), (x, int), ('x', 'x', 'x'), (7, 7, 7))
                for a in calls if turn == 0 or deep else calls[turn::4]:
                    step(what, 'call', n, [type(v).__name__ for v in a])
                    r = attempt(m, *a)
                    if turn and hasattr(type(r), '__next__'):
                        attempt(next, r)
            elif turn:
                step(what, 'result', n)
                attempt(repr, m)
        for n in names:
            if n in ('__class__', '__dict__'):
                continue
            for v in (None, 7, x, 'x'):
                step(what, 'set', n)
                attempt(setattr, x, n, v)
            attempt(delattr, x, n)
            step(what, 'get', n)
            attempt(getattr, x, n)
        for f in USES[:4]:
            attempt(f, x)


def one(t):
    try:
        is_exit = issubclass(t, (SystemExit, KeyboardInterrupt))
    except BaseException:
        is_exit = False
    use(lambda: attempt(object.__new__, t), 'object.__new__')
    use(lambda: attempt(t.__new__, t), 'T.__new__')
    use(lambda: attempt(t), 'T()')
    for i, b in enumerate(t.__mro__[1:-1]):
        use(lambda: attempt(b.__new__, t), 'base %d' % i)
    s = attempt(type(t), 'S', (t,), {'y': 1})
    if s is None:
        s = attempt(type, 'S', (t,), {'y': 1})
    if s is not None:
        use(lambda: attempt(object.__new__, s), 'object.__new__(S)')
        use(lambda: attempt(s.__new__, s), 'S.__new__')
        for new in (object.__new__, int.__new__, BaseException.__new__, tuple.__new__):
            s = attempt(type(t), 'S', (t,), {'__new__': new})
            if s is not None:
                step('class with', new)
                x = attempt(s)
                for f in USES[:4]:
                    attempt(f, x)
    for o in have.get(t, ()):
        use(lambda: o, 'sample')
    for n, m in sorted(vars(t).items(), key=lambda p: str(p[0])):  # methods and descriptors with a self of another type
        step('foreign', n)
        if n in WAITS:
            continue
        for o in (None, 7, 'x', object(), t):
            if hasattr(m, '__get__'):
                attempt(lambda: m.__get__(o, type(o)))
            if callable(m) and n not in LONG:
                attempt(m, o)
                attempt(m, o, o)


def main():
    sys.setrecursionlimit(200)
    types.sort(key=lambda t: (t.__module__ if isinstance(t.__module__, str) else '', t.__qualname__))
    count = 0
    write = sys.stdout.write
    flush = sys.stdout.flush
    for i, t in enumerate(types):
        name = '%s.%s' % (t.__module__, t.__qualname__)
        if name == only or only is None and i % shares == share:
            write('T %s\n' % name)
            flush()
            try:
                one(t)
            except BaseException as e:
                write('# %s %r\n' % (name, e))
            count += 1
            gc.collect()
    write('done %d of %d\n' % (count, len(types)))
    flush()


main()
