# The types of ctypes: simple ones, arrays, structures, unions, bit fields, pointers, callbacks, buffers, pickles, and their errors.
# needs: stdlib
import _ctypes, ctypes, pickle
from ctypes import *


def t(f):
    try:
        print(repr(f()))
    except BaseException as e:
        print(type(e).__name__, e)


print(c_int.__ctype_be__.__name__, type(c_int), type(c_int).__mro__, type(Structure), type(Union), type(Array), type(_ctypes._Pointer), type(_ctypes.CFuncPtr))


class S(Structure):
    _fields_ = [('a', c_int), ('b', c_short, 3), ('c', c_char * 4)]


print(S.a, S.b, type(S.a), S.a.offset, S.b.size, S.c.size)
t(lambda: c_int('a')); t(lambda: c_int(1, 2)); t(lambda: c_char(300)); t(lambda: c_char('a')); t(lambda: c_char_p('a')); t(lambda: c_wchar('ab'))
t(lambda: c_double('a')); t(lambda: c_void_p('a')); t(lambda: c_bool([])); t(lambda: c_float(1e300)); t(lambda: c_float(2 ** 2000)); t(lambda: c_int(1.5))
t(lambda: c_int(3)); t(lambda: (c_int * 3)(1, 2, 3, 4)); t(lambda: (c_int * 3)(1, 2)[5]); t(lambda: (c_int * 3)); t(lambda: POINTER(c_int))
t(lambda: POINTER(c_int)()[0]); t(lambda: POINTER(c_int)().contents)
t(lambda: byref(3)); t(lambda: addressof(3)); t(lambda: sizeof(3)); t(lambda: alignment(3)); t(lambda: hash(c_int())); t(lambda: c_int.from_param('a'))
t(lambda: c_int.from_param(3)); t(lambda: S.from_param(3)); t(lambda: S(1, 2, b'a', 4)); t(lambda: S(1, a=3)); t(lambda: S(z=3).z)
t(lambda: setattr(S(), 'a', 'x')); t(lambda: setattr(S(), 'c', b'abcde')); t(lambda: S.from_buffer(b'abc')); t(lambda: S.from_buffer(bytearray(3)))
t(lambda: S.from_buffer(bytearray(30), -1)); t(lambda: S.from_buffer_copy(b'')); t(lambda: c_int.in_dll(3, 'x'))
t(lambda: resize(c_int(), 2)); t(lambda: resize(3, 3)); t(lambda: cast(3.5, POINTER(c_int))); t(lambda: c_int * -1); t(lambda: c_int * 'a')
t(lambda: POINTER(3)); t(lambda: POINTER('x')); t(lambda: pointer(3)); t(lambda: _ctypes._Pointer()); t(lambda: _ctypes._SimpleCData()); t(lambda: Structure())
t(lambda: Union()); t(lambda: _ctypes.CFuncPtr())
F = CFUNCTYPE(c_int, c_int, c_int)
f = F(lambda a, b: a + b)
t(lambda: f(1, 2)); t(lambda: f(1)); t(lambda: f(1, 'a')); t(lambda: f(1, 2, 3)); t(lambda: f.argtypes); t(lambda: f.restype); t(lambda: f.errcheck)
t(lambda: F('a')); t(lambda: bool(F())); t(lambda: c_int.from_buffer_copy(b'abcd')); t(lambda: c_int()._objects); t(lambda: c_char_p(b'a')._objects)
t(lambda: pointer(c_int(2))._objects); t(lambda: c_int()._b_base_); t(lambda: c_int()._b_needsfree_)
t(lambda: S(1, 2, b'a').__reduce__()[1]); t(lambda: c_char_p(b'a').__reduce__()); t(lambda: memoryview((c_int * 3)()).shape); t(lambda: py_object())
t(lambda: py_object().value); t(lambda: py_object([])); t(lambda: string_at(b'abc')); t(lambda: string_at(b'abc', 2)); t(lambda: wstring_at('abc'))
t(lambda: create_string_buffer(b'abc', 2)); t(lambda: create_string_buffer(b'abc').raw); t(lambda: create_unicode_buffer('abc').value)
t(lambda: c_longdouble(1.5)); t(lambda: c_bool(3)); t(lambda: c_uint8(-1)); t(lambda: c_byte.__ctype_be__)
for src in ["class X(Structure): _fields_=3", "class X(Structure): _fields_=[('a',)]", "class X(Structure): _fields_=[('a',3)]",
            "class X(Structure): _fields_=[('a',c_int,40)]", "class X(Structure): _fields_=[('a',c_float,3)]", "class X(Structure): _pack_=-1; _fields_=[]",
            "class X(Structure): _anonymous_=['z']; _fields_=[]", "class X(Array): pass", "class X(Array): _length_=3", "class X(Array): _length_=-3;_type_=c_int",
            "class X(_ctypes._SimpleCData): pass", "class X(_ctypes._SimpleCData): _type_='y'", "class X(_ctypes._SimpleCData): _type_='yy'",
            "class X(_ctypes._SimpleCData): _type_=3", "class X(_ctypes._Pointer): _type_=3", "class X(_ctypes.CFuncPtr): pass", "S._fields_=[]",
            "class X(Structure): _anonymous_=['a']; _fields_=[('a',c_int)]", "class X(Structure): _align_=-3; _fields_=[]"]:
    t(lambda: exec(src))

# layouts
for base in (Structure, BigEndianStructure, LittleEndianStructure):
    for pack in (None, 1, 2):
        class L(base):
            if pack:
                _pack_ = pack
            _fields_ = [('a', c_byte), ('b', c_uint, 3), ('c', c_uint, 7), ('d', c_ulonglong, 40), ('e', c_ushort, 9), ('f', c_double), ('g', c_byte, 2), ('h', c_int * 2)]
        x = L(1, 5, 100, 1 << 35 | 77, 300, 2.5, 1, (3, 4))
        print(base.__name__, pack, sizeof(L), alignment(L), [(n, getattr(L, n).offset, getattr(L, n).size) for n, *_ in L._fields_], bytes(x).hex())
        print(x.a, x.b, x.c, x.d, x.e, x.f, x.g, list(x.h))
        y = pickle.loads(pickle.dumps(x))
        print(bytes(y) == bytes(x), y.d)


class Inner(Structure):
    _fields_ = [('x', c_int), ('y', c_int)]


class U(Union):
    _anonymous_ = ['p']
    _fields_ = [('n', c_longlong), ('f', c_float), ('b', c_char * 8), ('p', Inner)]


class Derived(Inner):
    _fields_ = [('z', c_double)]


u = U(0x4142434445464748)
print(u.b, u.x, u.y, u.f, sizeof(U), U.x, Derived(1, 2, 3.5).z, sizeof(Derived))
u.y = 0
print(u.n, u.b)


class Node(Structure):
    pass


Node._fields_ = [('value', c_int), ('next', POINTER(Node))]
third = Node(3)
first = Node(1, pointer(Node(2, pointer(third))))
n = first
while True:
    print(n.value, bool(n.next))
    if not n.next:
        break
    n = n.next.contents
third.value = 33
print(first.next[0].next.contents.value)
a = (c_int * 5)(*range(5))
p = cast(a, POINTER(c_int))
print(p[0:5], p[4], p[3:0:-1], a[1:4], a[::-2])
p[2] = 77
print(list(a), cast(addressof(a) + 8, POINTER(c_int)).contents.value)
memmove(a, (c_int * 2)(8, 9), 8)
memset(byref(a, 8), 1, 3)
print(list(a))
b = bytearray(b'\x01\x00\x00\x00rest')
v = c_int.from_buffer(b)
v.value = 0x44434241
print(b)
s = create_string_buffer(b'hello', 10)
print(s.value, s.raw, len(s), s[1], s[1:3], sizeof(s))
s.value = b'yo'
print(s.raw, bytes(memoryview(s)[:2]))
w = create_unicode_buffer('aé\U0001f600', 5)
print(w.value, len(w), w[2])
q = c_char_p(b'text')
print(q.value, cast(q, POINTER(c_char))[1], cast(q, c_void_p).value == cast(q, c_void_p).value)
cmp = CFUNCTYPE(c_int, POINTER(c_int), POINTER(c_int))(lambda x, y: x[0] - y[0])
print(cmp(c_int(5), c_int(3)), cmp(pointer(c_int(1)), byref(c_int(4))))
print(CFUNCTYPE(None)(lambda: 3)(), CFUNCTYPE(c_double, c_double)(lambda x: x / 2)(3))
again = cast(cast(f, c_void_p), F)
print(again(20, 22))


class MyInt(c_int):
    pass


class Holder(Structure):
    _fields_ = [('i', c_int), ('m', MyInt), ('s', c_char_p), ('arr', c_short * 3), ('fn', F)]


h = Holder(1, MyInt(2), b'abc', (1, 2, 3), f)
print(h.i, type(h.m).__name__, h.m.value, h.s, list(h.arr), h.fn(2, 3), h._objects is not None)
h.arr[1] = 9
print(list(h.arr))
grow = (c_int * 2)()
resize(grow, 40)
print(sizeof(grow), len(grow))
print(c_ushort.__ctype_be__(0x1234).value, bytes(c_ushort.__ctype_be__(0x1234)), bytes(c_ushort(0x1234)))
