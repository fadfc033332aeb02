# File objects made by __new__ alone, or whose __init__ failed: every method and attribute; reprs of subclasses.
# needs: stdlib
import io


def name(e):
    return type(e).__name__ + ': ' + str(e)


arguments = {'write': ['x'], 'writelines': [['x']], 'seek': [0], 'readinto': [bytearray(2)], 'readinto1': [bytearray(2)], 'decode': [b'x'],
             '__setstate__': [(0, 0)], '_dealloc_warn': [None]}
kinds = [io.FileIO, io.BytesIO, io.StringIO, io.BufferedReader, io.BufferedWriter, io.BufferedRandom, io.BufferedRWPair, io.TextIOWrapper,
         io.IncrementalNewlineDecoder]
skip = {'__init__', '__new__', '__class__', '__subclasshook__', '__init_subclass__', '__getattribute__', '__setattr__', '__delattr__', '__del__', '__dir__', '__doc__',
        '__reduce__', '__reduce_ex__', '__sizeof__', '__hash__', '__format__', '__getstate__', '__eq__', '__ne__', '__lt__', '__le__', '__gt__', '__ge__', '__str__',
        '__dict__', '__weakref__', '__module__', '__static_attributes__', '__firstlineno__', '_dealloc_warn', '_blksize', '_finalizing', '_CHUNK_SIZE', '__setstate__', 'setstate'}


def use(v, a):
    x = getattr(v, a)
    if not callable(x):
        return x
    if a in arguments:
        args = arguments[a]
        if a == 'write' and not isinstance(v, io.TextIOBase):
            args = [b'x']
        return x(*args)
    if a == '__exit__':
        return x(None, None, None)
    return x()


for kind in kinds:
    class Own(kind):
        def __init__(self):
            pass
    for make in (lambda: kind.__new__(kind), Own):
        names = sorted(set(dir(kind)) - skip)
        for a in names:
            v = make()
            try:
                r = use(v, a)
                if a == '__repr__' or r is v or isinstance(r, io.IOBase):
                    r = type(r).__name__
                elif isinstance(r, memoryview):
                    r = bytes(r)
                print(kind.__name__, a, repr(r))
            except BaseException as e:
                print(kind.__name__, a, name(e))
        for what in (lambda: repr(v), lambda: next(v), lambda: list(v), lambda: v.__enter__(), lambda: io.BufferedReader(v), lambda: io.TextIOWrapper(v),
                     lambda: print(1, file=v)):
            v = make()
            try:
                r = what()
                print(kind.__name__, r if isinstance(r, list) else type(r).__name__)
            except BaseException as e:
                print(kind.__name__, name(e))


# A second __init__ that fails.
for make, args in ((lambda: io.BufferedReader(io.BytesIO(b'abc')), (5,)), (lambda: io.BufferedReader(io.BytesIO(b'abc')), (io.BytesIO(), 0)),
                   (lambda: io.BufferedWriter(io.BytesIO(b'abc')), (None,)), (lambda: io.TextIOWrapper(io.BytesIO(b'abc')), (5,)),
                   (lambda: io.TextIOWrapper(io.BytesIO(b'abc')), (io.BytesIO(), 'no such')), (lambda: io.StringIO('abc'), (5,)),
                   (lambda: io.BytesIO(b'abc'), (5,)), (lambda: io.TextIOWrapper(io.BytesIO(b'abc')), (io.BytesIO(), None, None, 'x'))):
    v = make()
    try:
        v.__init__(*args)
        print('no error')
    except BaseException as e:
        print(name(e))
    for what in (lambda: v.read() if v.readable() else v.write(b'x'), lambda: v.closed, lambda: v.close()):
        try:
            print(what())
        except BaseException as e:
            print(name(e))


# Reprs of subclasses, of files without a name, of detached ones.
class R(io.BufferedReader):
    pass


class W(io.BufferedWriter):
    name = 'called'


class T(io.TextIOWrapper):
    class Inner(io.TextIOWrapper):
        pass


class N(io.BytesIO):
    name = 'x.txt'
    mode = 'rb'


class F(io.FileIO):
    pass


class Raises(io.BytesIO):
    @property
    def name(self):
        raise ValueError('no name')


class Bad(io.BytesIO):
    @property
    def name(self):
        return 1 / 0


for v in (R(N()), R(io.BytesIO()), W(io.BytesIO()), T(io.BytesIO(), 'utf-8'), T(N(), 'ascii'), T.Inner(R(N()), 'latin-1'), io.BufferedReader(N()),
          io.BufferedRandom(N()), R(Raises()), T(Raises(), 'utf-8'), R(Bad()), T(Bad(), 'utf-8'), io.BufferedRWPair(N(), N())):
    for i in range(2):
        try:
            r = repr(v)
            print(r if 'RWPair' not in r else r.split(' at ')[0])
        except BaseException as e:
            print(name(e))
        try:
            v.detach()
        except BaseException as e:
            print(name(e))


class Loop(io.BufferedReader):
    @property
    def name(self):
        return self


class LoopText(io.TextIOWrapper):
    @property
    def name(self):
        return self


for v in (Loop(io.BytesIO()), LoopText(io.BytesIO(), 'utf-8')):
    try:
        print(repr(v))
    except RuntimeError as e:
        print(name(e))


# Pickling and copying.
import copy
import pickle


class B(io.BytesIO):
    pass


class S(io.StringIO):
    pass


for f in (io.BytesIO(), io.BytesIO(b'abc'), B(b'x\ny\n'), io.StringIO(), io.StringIO('a\r\nb\rc\n'), io.StringIO('a\r\nb\n', None), S('a\r\nb\rc\n', ''),
          S('a\nb', '\r\n'), S('\ud800\U0001F600')):
    f.read(2)
    if isinstance(f, (B, S)):
        f.note = [1]
    print(ascii(f.__getstate__()))
    for g in [copy.copy(f), copy.deepcopy(f)] + [pickle.loads(pickle.dumps(f, p)) for p in range(2, 6)]:
        print(type(g) is type(f), ascii(g.getvalue()), g.tell(), ascii(g.readline()), g.__dict__, g is f)
    f.close()
    try:
        pickle.dumps(f)
    except ValueError as e:
        print(name(e))
for f, states in ((io.BytesIO(b'old'), [(b'new', 1, None), (b'', 5, {}), (bytearray(b'xyz'), 0, {'a': 1}), 5, (), (b'', 0), ('text', 0, None), (b'', 'x', None), (b'', -1, None),
                                        (b'', 0, 5), (b'', 2 ** 70, None), (b'a', 0, None, 7)]),
                  (io.StringIO('old'), [('new', '\n', 1, None), ('a\r\nb', '', 9, {}), ('x', None, 0, {'a': 1}), 5, (), ('', '\n', 0), (b'', '\n', 0, None), ('', 5, 0, None),
                                        ('', 'x', 0, None), ('', '\n', 'x', None), ('', '\n', -1, None), ('', '\n', 0, 5), ('', '\n', 2 ** 70, None), (None, None, 0, None)])):
    for state in states:
        g = type(f)(f.getvalue())
        try:
            print(g.__setstate__(state), ascii(g.getvalue()), g.tell(), g.__dict__)
        except Exception as e:
            print(name(e))
for f in (io.BufferedReader(io.BytesIO()), io.BufferedWriter(io.BytesIO()), io.BufferedRandom(io.BytesIO()), io.TextIOWrapper(io.BytesIO()), R(io.BytesIO()),
          open(0, closefd=False).buffer.raw, io.FileIO.__new__(io.FileIO)):
    for what in (lambda: pickle.dumps(f), lambda: copy.copy(f), lambda: pickle.dumps(f, 0), lambda: f.__reduce__(), lambda: f.__reduce_ex__(2)):
        try:
            print(what())
        except TypeError as e:
            print(name(e))


# IncrementalNewlineDecoder.
import codecs
for d in (None, codecs.getincrementaldecoder('utf-8')()):
    n = io.IncrementalNewlineDecoder(d, True)
    enc = (lambda s: s.encode()) if d else (lambda s: s)
    print(n.getstate(), repr(n.decode(enc('a\r\nb\r'))), n.getstate(), n.newlines)
    saved = n.getstate()
    print(repr(n.decode(enc('\nx'))), n.newlines, n.getstate(), n.setstate(saved), repr(n.decode(enc('x'), True)), n.newlines)
    n.reset()
    print(n.getstate(), n.newlines)
    for state in (5, (), (b'', 'x'), (b'', 4), (b'', 1)):
        try:
            print(n.setstate(state), n.getstate())
        except Exception as e:
            print(type(e).__name__)
