# Which classes of built-in bases can be weakly referenced, by default and with slots.
import _weakref as weakref
for b in (int, str, bytes, tuple, list, dict, set, frozenset, float, complex, bytearray, object, Exception, type, memoryview, range, slice, bool):
    try: c = type('C', (b,), {})
    except TypeError as e: print(b, e); continue
    try: print(b, c.__weakrefoffset__ != 0, '__weakref__' in c.__dict__, end=' ')
    except Exception as e: print(b, type(e).__name__, e, end=' ')
    try:
        o = c('M', (), {}) if b is type else c(); r = weakref.ref(o); print(r() is o, o.__weakref__ is r)
    except Exception as e: print(type(e).__name__, e)
    try:
        d = type('D', (b,), {'__slots__': ()}); weakref.ref(d('M', (), {}) if b is type else d()); print('slots ok')
    except Exception as e: print(type(e).__name__, e)
    try:
        d = type('D', (b,), {'__slots__': ('__weakref__',)}); o = d('M', (), {}) if b is type else d(); weakref.ref(o); print('slots weakref ok')
    except Exception as e: print(type(e).__name__, e)

class S(str):
    pass
class K(S):
    def __eq__(self, other): return self is other
    __hash__ = object.__hash__
gone = []
s = K('abc' * 10)
r = weakref.ref(s, lambda r: gone.append(r() is None))
p = weakref.proxy(s)
print(p.upper(), r() is s, weakref.getweakrefcount(s))
del s
import gc
gc.collect()
print(gone, r())
try: p.upper()
except ReferenceError as e: print(e)
