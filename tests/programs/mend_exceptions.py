# Exceptions that were never initialized, or whose attributes hold something else: their methods, and the error handlers of codecs.
# needs: stdlib
import codecs, builtins, pickle, copy, traceback, io


def show(what, f):
    try:
        r = f()
        print(what, ascii(r))
        return r
    except BaseException as e:
        print(what, type(e).__name__ + ':', ascii(str(e)))


handlers = ['strict', 'ignore', 'replace', 'xmlcharrefreplace', 'namereplace', 'backslashreplace', 'surrogatepass', 'surrogateescape']
makers = [
    ('base', lambda: UnicodeError('ouch')),
    ('other', lambda: ValueError('ouch')),
    ('none', lambda: None),
    ('class', lambda: UnicodeError),
    ('raw encode', lambda: UnicodeEncodeError.__new__(UnicodeEncodeError)),
    ('raw decode', lambda: UnicodeDecodeError.__new__(UnicodeDecodeError)),
    ('raw translate', lambda: UnicodeTranslateError.__new__(UnicodeTranslateError)),
    ('encode', lambda: UnicodeEncodeError('utf-8', 'a\ud800\udc80b', 1, 3, 'why')),
    ('decode', lambda: UnicodeDecodeError('utf-8', b'a\x80\xed\xa0\x80', 1, 2, 'why')),
    ('translate', lambda: UnicodeTranslateError('a\udc80b', 1, 2, 'why')),
    ('far', lambda: UnicodeEncodeError('utf-8', 'abc', 50, 99, 'why')),
    ('far decode', lambda: UnicodeDecodeError('utf-8', b'abc', 50, 99, 'why')),
    ('before', lambda: UnicodeEncodeError('utf-8', 'abc', -50, -9, 'why')),
    ('strange', lambda: UnicodeEncodeError('no such', 'abc', 0, 1, 'why')),
]


class E(UnicodeEncodeError):
    def __init__(self):
        pass


class D(UnicodeDecodeError):
    def __init__(self):
        pass


makers += [('own encode', E), ('own decode', D)]
for name, make in makers:
    for h in handlers:
        show((name, h), lambda: codecs.lookup_error(h)(make()))
for name, make in makers[4:]:
    e = make()
    for a in ('encoding', 'object', 'start', 'end', 'reason', 'args'):
        show((name, a), lambda: getattr(e, a))
    show((name, 'str'), lambda: str(e))
    show((name, 'repr'), lambda: repr(e))

# The attributes may hold anything.
for name, make in makers[7:10]:
    for value in (b'x', 'x', bytearray(b'x'), 5, None, ()):
        e = make()
        e.object = value
        for h in handlers[1:]:
            show((name, 'object', value, h), lambda: codecs.lookup_error(h)(e))
    for a in ('encoding', 'object', 'reason'):
        e = make()
        if hasattr(e, a) and a in ('encoding', 'object'):
            delattr(e, a)
            for h in handlers[1:]:
                show((name, 'without', a, h), lambda: codecs.lookup_error(h)(e))
    e = make()
    e.start, e.end = 2 ** 62, -2 ** 62
    show((name, 'wide', e.start, e.end), lambda: codecs.ignore_errors(e))
    show('start', lambda: setattr(e, 'start', 'x'))
    show('start', lambda: delattr(e, 'start'))

# Every exception, made without __init__: attributes, texts, pickles, tracebacks.
for name in sorted(dir(builtins)):
    t = getattr(builtins, name)
    if not (isinstance(t, type) and issubclass(t, BaseException)) or 'Group' in name or name == '_IncompleteInputError':
        continue

    class S(t):
        def __init__(self, *a, **k):
            pass
    for e in (show((name, 'new'), lambda: t.__new__(t)), show((name, 'own'), lambda: S())):
        if e is None:
            continue
        for a in sorted(set(dir(e)) - set(dir(BaseException))):
            if not a.startswith('__') and a not in ('start', 'end'):
                show((name, a), lambda: getattr(e, a))
                show((name, a), lambda: setattr(e, a, 'x'))
        show((name, 'str'), lambda: str(e))
        show((name, 'repr'), lambda: repr(e))
        e = t.__new__(t)
        show((name, 'reduce'), lambda: e.__reduce__()[1:])
        show((name, 'format'), lambda: traceback.format_exception_only(e))
        show((name, 'setstate'), lambda: e.__setstate__({'x': 1}))

        def raises():
            try:
                raise e
            except t as again:
                return again is e
        show((name, 'raise'), raises)


# Errors that look like a codec's own.
class M:
    def __init__(self, exc):
        self.exc = exc

    def __getitem__(self, i):
        raise self.exc


for exc in (UnicodeEncodeError('x', 'y' * 100, 50, 60, 'r'), UnicodeDecodeError('x', b'y' * 100, 50, 60, 'r'), UnicodeEncodeError.__new__(UnicodeEncodeError),
            UnicodeDecodeError.__new__(UnicodeDecodeError), UnicodeError('z')):
    show('encode', lambda: codecs.charmap_encode('ab', 'ignore', M(exc)))
    show('decode', lambda: codecs.charmap_decode(b'ab', 'ignore', M(exc)))

# Handlers that give other positions and other objects.
seen = []


def handler(result, obj=None):
    def f(e):
        seen.append((e.start, e.end))
        if len(seen) > 20:
            return '', len(e.object)
        if obj is not None:
            e.object = obj
        return result() if callable(result) else result
    codecs.register_error('mend', f)


decoders = [
    ('charmap', lambda b: codecs.charmap_decode(b, 'mend', {97: 'A', 98: 'B'})),
    ('ascii', lambda b: codecs.ascii_decode(b, 'mend')),
    ('utf-8', lambda b: codecs.utf_8_decode(b, 'mend', True)),
    ('utf-16', lambda b: codecs.utf_16_le_decode(b, 'mend', True)),
    ('escape', lambda b: codecs.unicode_escape_decode(b, 'mend')),
    ('raw escape', lambda b: codecs.raw_unicode_escape_decode(b, 'mend')),
]
results = [('?', 0), ('?', 1), ('?', 2), ('?', -1), ('?', 99), ('?', -99), ('?', 2 ** 70), ('', 'x'), ('?',), None, (b'?', 1), ('?', 1, 2), ['?', 1], ('?', True)]
for name, decode in decoders:
    for obj in (None, b'ab', b'', b'a\xff', 'text', 5):
        for r in results:
            seen.clear()
            handler(r, obj)
            if obj is None and r in (('?', 0), ('?', -99)):
                continue
            show((name, obj, r), lambda: decode(b'a\xff\\x'))
            print(len(seen))
encoders = [('ascii', lambda s: codecs.ascii_encode(s, 'mend')), ('charmap', lambda s: codecs.charmap_encode(s, 'mend', {97: 65, 63: 33})),
            ('latin', lambda s: codecs.latin_1_encode(s, 'mend')), ('utf-8', lambda s: codecs.utf_8_encode(s, 'mend'))]
for name, encode in encoders:
    for r in results[1:] + [(b'\xff', 2), ('\ud800', 2), (bytearray(b'x'), 2)]:
        seen.clear()
        handler(r, 'changed')
        show((name, r), lambda: encode('a\ud800a'))
        print(len(seen))
