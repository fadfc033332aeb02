# The module _ctypes: C's types over memory that belongs to objects of the program. See doc.go.
import struct as _struct
import sys as _sys
import weakref as _weakref
from bisect import bisect_right as _bisect
from operator import index as _index

__version__ = "1.1.0"
RTLD_LOCAL, RTLD_GLOBAL = 0, 256
SIZEOF_TIME_T = 8
CTYPES_MAX_ARGCOUNT = 1024
FUNCFLAG_CDECL, FUNCFLAG_PYTHONAPI, FUNCFLAG_USE_ERRNO, FUNCFLAG_USE_LASTERROR = 1, 4, 8, 16
_memmove_addr, _memset_addr, _string_at_addr, _cast_addr, _wstring_at_addr = 16, 32, 48, 64, 80
_pointer_type_cache = {}
_POINTER_SIZE = 8


class ArgumentError(Exception):
    pass


ArgumentError.__module__ = "ctypes"


# Memory. A block is a piece of it; its address is a number that no other block has or will have.

class _Block:
    __slots__ = "data", "base", "size", "func", "__weakref__"

    def __init__(self, data, func=None):
        global _next_base, _prune_at
        self.data, self.size, self.base, self.func = data, len(data), _next_base, func
        _next_base += self.size + 47 & ~15
        if len(_bases) > _prune_at:
            live = [(b, r) for b, r in zip(_bases, _refs) if r() is not None]
            _bases[:], _refs[:] = [b for b, r in live], [r for b, r in live]
            _prune_at = 2 * len(live) + 1000
        _bases.append(self.base)
        _refs.append(_weakref.ref(self))


_next_base, _prune_at = 0x7f0000000000, 1000
_bases, _refs = [], []


def _new_block(size):
    return _Block(memoryview(bytearray(size)))


def _find(address, size=0):
    "The block that has the address, and where in it that is."
    i = _bisect(_bases, address) - 1
    if i >= 0:
        block = _refs[i]()
        if block is not None and address - block.base + size <= block.size:
            return block, address - block.base
    if not address:
        raise ValueError("NULL pointer access")
    raise ValueError("no object of the program has memory at address %#x" % address)


def _read_pointer(data, off):
    return _struct.unpack_from("=Q", data, off)[0]


def _write_pointer(data, off, address):
    _struct.pack_into("=Q", data, off, address & 0xffffffffffffffff)


def _until_zero(address, width):
    block, off = _find(address)
    data = block.data
    end = off
    while end + width <= block.size:
        if not any(data[end:end + width]):
            return bytes(data[off:end])
        end += width
    raise ValueError("no object of the program has memory at address %#x" % (block.base + block.size))


def _wide(b):
    return b.decode("utf-32-le" if _sys.byteorder == "little" else "utf-32-be", "surrogatepass")


def _narrow(s):
    return s.encode("utf-32-le" if _sys.byteorder == "little" else "utf-32-be", "surrogatepass")


# What a class is.

class _Info:
    __slots__ = "kind", "size", "align", "length", "code", "item", "fields", "final", "get", "set", "swapped", "pointers", "cls", "fmt", "argtypes", "restype", "flags"

    def __init__(self, kind, size=0, align=1):
        self.kind, self.size, self.align = kind, size, align
        self.length, self.fields, self.final, self.swapped, self.pointers = 0, None, False, False, False
        self.code = self.item = self.get = self.set = self.cls = self.fmt = self.argtypes = self.restype = None
        self.flags = 0


def _info_of(cls):
    "The description of a class, its own or that of a base."
    return getattr(cls, "_b_info_", None) if isinstance(cls, CType_Type) else None


def _own_info(cls):
    return cls.__dict__.get("_b_info_")


def _need_info(cls):
    info = _info_of(cls)
    if info is None:
        raise TypeError("abstract class")
    return info


def _check_new(cls):
    if "_b_info_" in cls.__dict__:
        raise SystemError("StgInfo of '%s' is already initialized." % cls.__name__)


def _put(cls, name, value):
    type.__setattr__(cls, name, value)


# Simple types.

def _integer(fmt, bits, signed):
    mask = (1 << bits) - 1
    unpack, pack = _struct.Struct(fmt).unpack_from, _struct.Struct(fmt).pack_into
    top = 1 << bits - 1

    def get(data, off):
        return unpack(data, off)[0]

    def set(data, off, value):
        if isinstance(value, float):
            raise TypeError("'float' object cannot be interpreted as an integer")
        value = _index(value) & mask
        if signed and value & top:
            value -= mask + 1
        pack(data, off, value)

    return get, set


def _floating(fmt):
    unpack, pack = _struct.Struct(fmt).unpack_from, _struct.Struct(fmt).pack_into

    def get(data, off):
        return unpack(data, off)[0]

    def set(data, off, value):
        if not isinstance(value, float):
            if isinstance(value, (str, bytes)) or not (hasattr(value, "__float__") or hasattr(value, "__index__")):
                raise TypeError("must be real number, not " + type(value).__name__)
            value = float(value)
        pack(data, off, value)

    return get, set


def _set_float(data, off, value, _set=_floating("=f")[1]):
    if isinstance(value, int):
        value = float(value)
    try:
        _set(data, off, value)
    except OverflowError:
        _struct.pack_into("=f", data, off, float("inf") if value > 0 else -float("inf"))


def _get_bool(data, off):
    return data[off] != 0


def _set_bool(data, off, value):
    data[off] = 1 if value else 0


def _get_variant(data, off):
    return any(data[off:off + 2])


def _set_variant(data, off, value):
    data[off:off + 2] = b"\xff\xff" if value else b"\0\0"


def _get_char(data, off):
    return bytes(data[off:off + 1])


def _set_char(data, off, value):
    if isinstance(value, (bytes, bytearray)):
        if len(value) != 1:
            raise TypeError("one character bytes, bytearray or integer expected")
        value = value[0]
    elif not isinstance(value, int) or not 0 <= value < 256:
        raise TypeError("one character bytes, bytearray or integer expected")
    data[off] = value


def _get_wchar(data, off):
    return _wide(bytes(data[off:off + 4]))


def _set_wchar(data, off, value):
    if not isinstance(value, str):
        raise TypeError("unicode string expected instead of %s instance" % type(value).__name__)
    if len(value) != 1:
        raise TypeError("one character unicode string expected")
    data[off:off + 4] = _narrow(value)


def _get_char_p(data, off):
    address = _read_pointer(data, off)
    return _until_zero(address, 1) if address else None


def _set_char_p(data, off, value):
    if value is None:
        _write_pointer(data, off, 0)
    elif isinstance(value, bytes):
        block = _Block(memoryview(value + b"\0"))
        _write_pointer(data, off, block.base)
        return value, block
    elif isinstance(value, int):
        _write_pointer(data, off, value)
    else:
        raise TypeError("bytes or integer address expected instead of %s instance" % type(value).__name__)


def _get_wchar_p(data, off):
    address = _read_pointer(data, off)
    return _wide(_until_zero(address, 4)) if address else None


def _set_wchar_p(data, off, value):
    if value is None:
        _write_pointer(data, off, 0)
    elif isinstance(value, str):
        block = _Block(memoryview(_narrow(value + "\0")))
        _write_pointer(data, off, block.base)
        return block, block
    elif isinstance(value, int):
        _write_pointer(data, off, value)
    else:
        raise TypeError("unicode string or integer address expected instead of %s instance" % type(value).__name__)


def _get_void_p(data, off):
    return _read_pointer(data, off) or None


def _set_void_p(data, off, value):
    if value is None:
        value = 0
    elif not isinstance(value, int):
        raise TypeError("cannot be converted to pointer")
    _write_pointer(data, off, value)


_objects = _weakref.WeakValueDictionary()  # the boxes of objects that memory mentions, by their ids


class _Box:
    __slots__ = "value", "__weakref__"

    def __init__(self, value):
        self.value = value


def _get_object(data, off):
    box = _objects.get(_read_pointer(data, off))
    if box is None:
        raise ValueError("PyObject is NULL")
    return box.value


def _set_object(data, off, value):
    box = _objects.get(id(value))
    if box is None:
        box = _objects[id(value)] = _Box(value)
    _write_pointer(data, off, id(value))
    return value, box


# code: size, get, set, get and set for the other byte order
_OTHER = ">" if _sys.byteorder == "little" else "<"
_CODES = {"c": (1, _get_char, _set_char), "u": (4, _get_wchar, _set_wchar), "z": (8, _get_char_p, _set_char_p), "Z": (8, _get_wchar_p, _set_wchar_p),
          "P": (8, _get_void_p, _set_void_p), "O": (8, _get_object, _set_object), "?": (1, _get_bool, _set_bool),
          "v": (2, _get_variant, _set_variant), "X": (8, _get_wchar_p, _set_wchar_p), "g": (16, *_floating("=d")),
          "f": (4, _floating("=f")[0], _set_float, *_floating(_OTHER + "f")), "d": (8, *_floating("=d"), *_floating(_OTHER + "d"))}
for _code, _format, _bits in (("b", "b", 8), ("h", "h", 16), ("i", "i", 32), ("l", "q", 64), ("q", "q", 64)):
    _CODES[_code] = (_bits // 8, *_integer("=" + _format, _bits, True), *_integer(_OTHER + _format, _bits, True))
    _CODES[_code.upper()] = (_bits // 8, *_integer("=" + _format.upper(), _bits, False), *_integer(_OTHER + _format.upper(), _bits, False))
_CHARS = "cbBhHiIlLdfuzZqQPXOv?g"
_BITS = "bBhHiIlLqQ?cu"


# Metaclasses.

class CType_Type(type):
    def __mul__(cls, length):
        if not isinstance(length, int):
            try:
                length = _index(length)
            except TypeError:
                raise TypeError("can't multiply sequence by non-int of type '%s'" % type(length).__name__) from None
        if length < 0:
            raise ValueError("Array length must be >= 0, not %d" % length)
        key = cls, length
        result = _array_types.get(key)
        if result is None:
            if _info_of(cls) is None:
                raise TypeError("Expected a type object" if not isinstance(cls, type) else "_type_ must have storage info")
            result = PyCArrayType("%.200s_Array_%d" % (cls.__name__, length), (Array,), {"_length_": length, "_type_": cls, "__module__": _caller()})
            _array_types[key] = result
        return result

    def __rmul__(cls, length):
        return cls * length

    def from_address(cls, address, /):
        if not isinstance(address, int):
            raise TypeError("integer expected")
        info = _need_info(cls)
        _sys.audit("ctypes.cdata", address)
        block, off = _find(address, info.size)
        return _view(cls, block, off)

    def from_buffer(cls, obj, offset=0, /):
        info = _need_info(cls)
        view = memoryview(obj)
        if view.readonly:
            raise TypeError("underlying buffer is not writable")
        if not view.c_contiguous:
            raise TypeError("underlying buffer is not C contiguous")
        _check_room(view, info, offset)
        _sys.audit("ctypes.cdata/buffer", view.nbytes, view.nbytes, offset)
        result = _view(cls, _Block(view.cast("B") if view.nbytes else memoryview(bytearray())), offset)
        _keep(result, -1, view)
        return result

    def from_buffer_copy(cls, obj, offset=0, /):
        info = _need_info(cls)
        view = memoryview(obj)
        _check_room(view, info, offset)
        _sys.audit("ctypes.cdata/buffer", view.nbytes, view.nbytes, offset)
        result = _view(cls, _new_block(info.size), 0)
        result._blk.data[:] = view.cast("B")[offset:offset + info.size]
        result._b_needsfree = 1
        return result

    def in_dll(cls, dll, name, /):
        _sys.audit("ctypes.dlsym", dll, name)
        handle = dll._handle
        if not isinstance(handle, int):
            raise TypeError("the _handle attribute of the second argument must be an integer")
        raise ValueError(_no_symbol(name))

    def from_param(cls, value, /):
        if isinstance(value, cls):
            return value
        if isinstance(value, _CArg) and isinstance(value._obj, cls):
            return value
        other = getattr(value, "_as_parameter_", None)
        if other is not None:
            return cls.from_param(other)
        raise TypeError("expected %s instance instead of %s" % (cls.__name__, type(value).__name__))


def _check_room(view, info, offset):
    if offset < 0:
        raise ValueError("offset cannot be negative")
    if info.size > view.nbytes - offset:
        raise ValueError("Buffer size too small (%d instead of at least %d bytes)" % (view.nbytes, info.size + offset))


def _caller():
    f = _sys._getframe(2)
    while f is not None and f.f_globals is globals():
        f = f.f_back
    return f.f_globals.get("__name__", "ctypes") if f is not None else "ctypes"


_array_types = _weakref.WeakValueDictionary()


class PyCSimpleType(CType_Type):
    def __init__(cls, name, bases, namespace, /, **kw):
        super().__init__(name, bases, namespace)
        if not _started:
            return
        _check_new(cls)
        code = getattr(cls, "_type_", None)
        if code is None and not hasattr(cls, "_type_"):
            raise AttributeError("class must define a '_type_' attribute")
        if not isinstance(code, str):
            raise TypeError("class must define a '_type_' string attribute")
        if len(code) != 1:
            raise ValueError("class must define a '_type_' attribute which must be a string of length 1")
        if code not in _CHARS:
            raise AttributeError("class must define a '_type_' attribute which must be\na single character string containing one of '%s'." % _CHARS)
        size, get, set, *other = _CODES[code]
        info = _Info("simple", size, size)
        info.code, info.get, info.set, info.cls = code, get, set, cls
        info.pointers = code in "zZPOX"
        info.fmt = ("<" if _sys.byteorder == "little" else ">") + code
        _put(cls, "_b_info_", info)
        if type(cls) is PyCSimpleType:
            if code in "zZPO" and "from_param" not in cls.__dict__:
                how = {"z": _char_p_param, "Z": _wchar_p_param, "P": _void_p_param, "O": _object_param}[code]
                _put(cls, "from_param", classmethod(how))
            if other:
                twin = type.__new__(PyCSimpleType, name + ("_be" if _sys.byteorder == "little" else "_le"), cls.__bases__, dict(namespace))
                swapped = _Info("simple", size, size)
                swapped.code, swapped.get, swapped.set, swapped.cls, swapped.swapped = code, *other, twin, True
                swapped.fmt = _OTHER + code
                _put(twin, "_b_info_", swapped)
                little, big = (cls, twin) if _sys.byteorder == "little" else (twin, cls)
                for c in (cls, twin):
                    _put(c, "__ctype_le__", little)
                    _put(c, "__ctype_be__", big)

    def from_param(cls, value, /):
        if isinstance(value, cls):
            return value
        info = _need_info(cls)
        if isinstance(value, _CArg) and value._tag == info.code and not isinstance(value._obj, _CData):
            return value
        block = _new_block(info.size)
        try:
            kept = info.set(block.data, 0, value)
        except Exception:
            other = getattr(value, "_as_parameter_", None)
            if other is not None:
                return cls.from_param(other)
            raise
        return _CArg(info.code, block, value, kept)


def _char_p_param(cls, value, /):
    if value is None:
        return _CArg("P", _new_block(8), None, None)
    if isinstance(value, bytes):
        block = _new_block(8)
        return _CArg("z", block, value, _set_char_p(block.data, 0, value))
    return _pointer_param(cls, value, "c", "bytes or integer address expected instead of %s instance")


def _wchar_p_param(cls, value, /):
    if value is None:
        return _CArg("P", _new_block(8), None, None)
    if isinstance(value, str):
        block = _new_block(8)
        return _CArg("Z", block, value, _set_wchar_p(block.data, 0, value))
    return _pointer_param(cls, value, "u", "unicode string or integer address expected instead of %s instance")


def _pointer_param(cls, value, code, text):
    if isinstance(value, cls):
        return value
    info = _info_of(type(value))
    if info is not None and info.kind in ("array", "pointer") and _info_of(info.item) is not None and _info_of(info.item).code == code:
        return value
    if isinstance(value, _CArg) and isinstance(value._obj, _CData) and _info_of(type(value._obj)).code == code:
        return value
    if isinstance(value, _CArg) and value._tag == cls._type_:
        return value
    other = getattr(value, "_as_parameter_", None)
    if other is not None:
        return cls.from_param(other)
    raise TypeError("'%s' object cannot be interpreted as %s" % (type(value).__name__, "ctypes.c_char_p" if code == "c" else "ctypes.c_wchar_p"))


def _void_p_param(cls, value, /):
    block = _new_block(8)
    if value is None:
        return _CArg("P", block, None, None)
    if isinstance(value, int):
        _write_pointer(block.data, 0, value)
        return _CArg("P", block, value, None)
    if isinstance(value, bytes):
        return _CArg("z", block, value, _set_char_p(block.data, 0, value))
    if isinstance(value, str):
        return _CArg("Z", block, value, _set_wchar_p(block.data, 0, value))
    if isinstance(value, cls):
        return value
    info = _info_of(type(value))
    if info is not None and (info.kind in ("array", "pointer") or info.code is not None and info.code in "zZ"):
        return value
    if info is not None and info.kind == "function":
        block.data[:] = value._blk.data[value._off:value._off + 8]
        return _CArg("P", block, value, value)
    if isinstance(value, _CArg) and value._tag in ("P", "z", "Z"):
        return value
    other = getattr(value, "_as_parameter_", None)
    if other is not None:
        return cls.from_param(other)
    raise TypeError("'%s' object cannot be interpreted as ctypes.c_void_p" % type(value).__name__)


def _object_param(cls, value, /):
    block = _new_block(8)
    return _CArg("O", block, value, _set_object(block.data, 0, value))


class _Members(CType_Type):
    "What structures and unions share."

    def __init__(cls, name, bases, namespace, /, **kw):
        super().__init__(name, bases, namespace)
        if not _started or "_abstract_" in namespace:
            return
        _check_new(cls)
        base = _info_of(cls.__base__)
        info = _Info(cls._kind)
        info.cls, info.fields = cls, []
        if base is not None:
            base.final = True
            info.size, info.align, info.length, info.pointers = base.size, base.align, base.length, base.pointers
        _put(cls, "_b_info_", info)
        if "_fields_" in namespace:
            cls._fields_ = namespace["_fields_"]  # by the metaclass's __setattr__

    def __setattr__(cls, name, value):
        type.__setattr__(cls, name, value)
        if name == "_fields_":
            _set_fields(cls, value)

    def __delattr__(cls, name):
        if name == "_fields_" and name not in cls.__dict__:
            raise AttributeError(name)
        type.__delattr__(cls, name)


class PyCStructType(_Members):
    "Makes the classes of structures."

    _kind = "struct"


class UnionType(_Members):
    "Makes the classes of unions."

    _kind = "union"


def _set_fields(cls, fields):
    info = _own_info(cls)
    if info is None:
        raise TypeError("abstract class")
    if info.final:
        raise AttributeError("_fields_ is final")
    pack = getattr(cls, "_pack_", None)
    if pack is not None:
        if not isinstance(pack, int) or pack < 0 or pack > 0x7fffffff:
            raise ValueError("_pack_ must be a non-negative integer")
    align = getattr(cls, "_align_", None)
    if align is None:
        align = 1
    elif not isinstance(align, int) or align < 0:
        raise ValueError("_align_ must be a non-negative integer")
    try:
        count = len(fields)
        if isinstance(fields, (set, dict)):
            raise TypeError
    except TypeError:
        raise TypeError("'_fields_' must be a sequence of pairs") from None
    union = info.kind == "union"
    base = _info_of(cls.__base__)
    big = hasattr(cls, "_swappedbytes_") != (_sys.byteorder == "big")
    size, offset, total = 0, 0, max(align, 1)
    number = 0
    if base is not None:
        size = offset = base.size
        total, number = max(align, base.align, 1), base.length
        info.pointers = base.pointers
    open_size = used = largest = 0  # of bit fields: the size in bits of the open one, how much of it is taken
    if union:
        largest, size, offset = size, 0, 0
    info.fields = []
    for i in range(count):
        pair = fields[i]
        if not isinstance(pair, tuple) or len(pair) not in (2, 3) or not isinstance(pair[0], str):
            raise TypeError("'_fields_' must be a sequence of (name, C type) pairs")
        name, typ = pair[0], pair[1]
        finfo = _info_of(typ) if isinstance(typ, CType_Type) else None
        if finfo is None:
            raise TypeError("second item in _fields_ tuple (index %d) must be a C type" % i)
        if typ is cls:
            raise AttributeError("Structure or union cannot contain itself")
        finfo.final = True
        info.pointers = info.pointers or finfo.pointers or finfo.kind in ("pointer", "function")
        bits = None
        if len(pair) == 3:
            bits = pair[2]
            if not isinstance(bits, int):
                raise TypeError("an integer is required")
            if finfo.kind != "simple" or finfo.code not in _BITS:
                raise TypeError("bit fields not allowed for type " + typ.__name__)
            if bits <= 0 or bits > finfo.size * 8:
                raise ValueError("number of bits invalid for bit field")
        if union:
            offset = open_size = used = size = 0
        falign = min(pack, finfo.align) if pack else finfo.align
        width = finfo.size * 8
        if bits and open_size and width <= open_size and used + bits <= open_size:
            at = offset - finfo.size  # in the open one
            shift = open_size - used - bits if big else used
            used += bits
        elif bits and open_size and width >= open_size and used + bits <= width:
            offset += finfo.size - open_size // 8
            size += finfo.size - open_size // 8
            open_size = width
            at = offset - finfo.size
            shift = open_size - used - bits if big else used
            used += bits
        else:
            if bits:
                used, open_size = bits, width
                shift = width - bits if big else 0
            else:
                used = open_size = shift = 0
            if falign and offset % falign:
                gap = falign - offset % falign
                size += gap
                offset += gap
            size += finfo.size
            at = offset
            offset += finfo.size
            total = max(total, falign)
        total = max(total, falign)
        largest = max(largest, size)
        field = CField(name, typ, at, finfo.size, bits, shift, number + i)
        info.fields.append(field)
        _put(cls, name, field)
    if union:
        size = largest
    info.align = total
    info.size = (size + total - 1) // total * total
    info.length = number + count
    info.final = True
    _anonymous(cls)


def _anonymous(cls):
    names = getattr(cls, "_anonymous_", None)
    if names is None:
        return
    try:
        names = list(names)
    except TypeError:
        raise TypeError("_anonymous_ must be a sequence") from None
    for name in names:
        field = getattr(cls, name)
        if not isinstance(field, CField):
            raise AttributeError("'%s' is specified in _anonymous_ but not in _fields_" % name)
        for sub in _all_fields(field._typ):
            inner = CField(sub._name, sub._typ, sub.offset + field.offset, sub._bytes, sub._bits, sub._shift, field._number)
            _put(cls, sub._name, inner)


def _all_fields(cls):
    "The fields, those of anonymous ones too."
    fields = getattr(cls, "_fields_", None)
    if fields is None:
        raise AttributeError("type object '%s' has no attribute '_fields_'" % cls.__name__)
    anonymous = getattr(cls, "_anonymous_", ())
    for pair in fields:
        field = getattr(cls, pair[0])
        yield field
        if pair[0] in anonymous:
            for sub in _all_fields(field._typ):
                yield getattr(cls, sub._name)


class CField:
    "Structure/Union member"
    __slots__ = "_name", "_typ", "offset", "_bytes", "_bits", "_shift", "_number", "_get", "_set"

    def __init__(self, name, typ, offset, size, bits, shift, number):
        self._name, self._typ, self.offset, self._bytes, self._bits, self._shift, self._number = name, typ, offset, size, bits, shift, number
        info = _info_of(typ)
        plain = bits is None and info.kind == "simple" and _is_direct(typ)
        self._get, self._set = (info.get, info.set) if plain else (None, None)
        if info.kind == "array" and bits is None and (code := _info_of(info.item).code) in ("c", "u"):
            self._get, self._set = _text_field(code, info)

    @property
    def size(self):
        return self._bytes if self._bits is None else self._bits << 16 | self._shift

    def __repr__(self):
        if self._bits is None:
            return "<Field type=%s, ofs=%d, size=%d>" % (self._typ.__name__, self.offset, self._bytes)
        return "<Field type=%s, ofs=%d:%d, bits=%d>" % (self._typ.__name__, self.offset, self._shift, self._bits)

    def __get__(self, obj, cls=None):
        if obj is None:
            return self
        if not isinstance(obj, _CData):
            raise TypeError("not a ctype instance")
        if self._get is not None:
            return self._get(obj._blk.data, obj._off + self.offset)
        if self._bits is not None:
            return self._get_bits(obj)
        return _get_item(self._typ, obj, self._number, obj._off + self.offset)

    def __set__(self, obj, value):
        if not isinstance(obj, _CData):
            raise TypeError("not a ctype instance")
        if self._bits is not None:
            return self._set_bits(obj, value)
        if self._set is not None and _info_of(self._typ).kind == "array":
            return self._set(obj._blk.data, obj._off + self.offset, value)
        _set_item(self._typ, obj, self._number, obj._off + self.offset, value)

    def __delete__(self, obj):
        raise TypeError("can't delete attribute")

    def _order(self):
        return _sys.byteorder if not _info_of(self._typ).swapped else ("big" if _sys.byteorder == "little" else "little")

    def _get_bits(self, obj):
        at = obj._off + self.offset
        n = int.from_bytes(obj._blk.data[at:at + self._bytes], self._order()) >> self._shift & (1 << self._bits) - 1
        code = _info_of(self._typ).code
        if code == "?":
            return n != 0
        if code in "bhilq" and n >> self._bits - 1:
            n -= 1 << self._bits
        return n

    def _set_bits(self, obj, value):
        at = obj._off + self.offset
        if isinstance(value, _SimpleCData):
            value = value.value
        if isinstance(value, float):
            raise TypeError("'float' object cannot be interpreted as an integer")
        mask = (1 << self._bits) - 1 << self._shift
        old = int.from_bytes(obj._blk.data[at:at + self._bytes], self._order())
        new = old & ~mask | _index(value) << self._shift & mask
        obj._blk.data[at:at + self._bytes] = (new & (1 << 8 * self._bytes) - 1).to_bytes(self._bytes, self._order())


def _text_field(code, info):
    "get and set of a field that is an array of characters."
    size = info.size

    def get(data, off):
        b = bytes(data[off:off + size])
        s, zero = (b, b"\0") if code == "c" else (_wide(b), "\0")
        end = s.find(zero)
        return s if end < 0 else s[:end]

    def set(data, off, value):
        if code == "c":
            if not isinstance(value, bytes):
                raise TypeError("bytes expected instead of %s instance" % type(value).__name__)
            if len(value) > size:
                raise ValueError("bytes too long (%d, maximum length %d)" % (len(value), size))
            end = value.find(0)
            b = (value if end < 0 else value[:end]) + b"\0"
        else:
            if not isinstance(value, str):
                raise TypeError("unicode string expected instead of %s instance" % type(value).__name__)
            if len(value) > info.length:
                raise ValueError("string too long (%d, maximum length %d)" % (len(value), info.length))
            b = _narrow(value + "\0")
        b = b[:size]
        data[off:off + len(b)] = b

    return get, set


class PyCPointerType(CType_Type):
    def __init__(cls, name, bases, namespace, /, **kw):
        super().__init__(name, bases, namespace)
        if not _started:
            return
        _check_new(cls)
        info = _Info("pointer", _POINTER_SIZE, _POINTER_SIZE)
        info.length, info.cls, info.pointers = 1, cls, True
        base = _info_of(cls.__base__)
        info.item = base.item if base is not None else None
        if "_type_" in namespace:
            info.item = _check_item(namespace["_type_"])
        _put(cls, "_b_info_", info)

    def set_type(cls, typ, /):
        _own_info(cls).item = _check_item(typ)
        _put(cls, "_type_", typ)

    def from_param(cls, value, /):
        if value is None:
            return _CArg("P", _new_block(8), None, None)
        item = _info_of(cls).item
        if isinstance(value, item):
            return byref(value)
        info = _info_of(type(value))
        if info is not None and info.kind in ("pointer", "array") and issubclass(info.item, item):
            return value
        if isinstance(value, _CArg) and isinstance(value._obj, item):
            return value
        return super().from_param(value)


def _check_item(typ):
    if not isinstance(typ, type):
        raise TypeError("_type_ must be a type")
    if _info_of(typ) is None:
        raise TypeError("_type_ must have storage info")
    return typ


class PyCArrayType(CType_Type):
    def __init__(cls, name, bases, namespace, /, **kw):
        super().__init__(name, bases, namespace)
        if not _started:
            return
        _check_new(cls)
        length = getattr(cls, "_length_", _missing)
        if length is _missing:
            raise AttributeError("class must define a '_length_' attribute")
        if not isinstance(length, int):
            raise TypeError("The '_length_' attribute must be an integer")
        if length < 0:
            raise ValueError("The '_length_' attribute must not be negative")
        if length > _sys.maxsize:
            raise OverflowError("The '_length_' attribute is too large")
        typ = getattr(cls, "_type_", _missing)
        if typ is _missing:
            raise AttributeError("class must define a '_type_' attribute")
        item = _info_of(_check_item(typ))
        if item.size * length > _sys.maxsize:
            raise OverflowError("array too large")
        item.final = True
        info = _Info("array", item.size * length, item.align)
        info.length, info.item, info.cls = length, typ, cls
        info.pointers = item.pointers or item.kind in ("pointer", "function")
        _put(cls, "_b_info_", info)
        if item.code == "c":
            _put(cls, "value", property(_char_array_value, _set_char_array, _no_delete))
            _put(cls, "raw", property(lambda self: bytes(self._blk.data[self._off:self._off + self._size()]), _set_raw, _no_delete_raw))
        elif item.code == "u":
            _put(cls, "value", property(_wchar_array_value, _set_wchar_array, _no_delete))

    def from_param(cls, value, /):
        info = _info_of(cls)
        item = _info_of(info.item).code
        if item == "c" and isinstance(value, bytes):
            if len(value) > info.length:
                raise ValueError("Invalid length")
            return _filled(cls, value)
        if item == "u" and isinstance(value, str):
            if len(value) > info.length:
                raise ValueError("Invalid length")
            return _filled(cls, value)
        if isinstance(value, tuple):
            value = cls(*value)
        return super().from_param(value)


_missing = object()


def _filled(cls, value):
    result = cls()
    result.value = value
    return result


def _no_delete(self):
    raise TypeError("can't delete attribute")


def _no_delete_raw(self):
    raise AttributeError("cannot delete attribute")


def _char_array_value(self):
    b = bytes(self._blk.data[self._off:self._off + self._size()])
    end = b.find(0)
    return b if end < 0 else b[:end]


def _set_char_array(self, value):
    if not isinstance(value, bytes):
        raise TypeError("bytes expected instead of %s instance" % type(value).__name__)
    n = self._size()
    if len(value) > n:
        raise ValueError("byte string too long")
    if len(value) < n:
        value += b"\0"
    self._blk.data[self._off:self._off + len(value)] = value


def _set_raw(self, value):
    view = memoryview(value)
    if view.nbytes > self._size():
        raise ValueError("byte string too long")
    self._blk.data[self._off:self._off + view.nbytes] = view.cast("B") if view.nbytes else b""


def _wchar_array_value(self):
    b = bytes(self._blk.data[self._off:self._off + self._size()])
    s = _wide(b)
    end = s.find("\0")
    return s if end < 0 else s[:end]


def _set_wchar_array(self, value):
    if not isinstance(value, str):
        raise TypeError("unicode string expected instead of %s instance" % type(value).__name__)
    n = self._size() // 4
    if len(value) > n:
        raise ValueError("string too long")
    if len(value) < n:
        value += "\0"
    b = _narrow(value)
    self._blk.data[self._off:self._off + len(b)] = b


class PyCFuncPtrType(CType_Type):
    def __init__(cls, name, bases, namespace, /, **kw):
        super().__init__(name, bases, namespace)
        if not _started:
            return
        _check_new(cls)
        flags = getattr(cls, "_flags_", None)
        if not isinstance(flags, int):
            raise TypeError("class must define _flags_ which must be an integer")
        info = _Info("function", _POINTER_SIZE, _POINTER_SIZE)
        info.length, info.cls, info.flags, info.pointers = 1, cls, flags, True
        if hasattr(cls, "_argtypes_"):
            info.argtypes = _converters(cls._argtypes_)
        restype = getattr(cls, "_restype_", None)
        if restype is not None and not callable(restype) and _info_of(restype) is None:
            raise TypeError("_restype_ must be a type, a callable, or None")
        info.restype = restype
        _put(cls, "_b_info_", info)


def _converters(argtypes):
    if not isinstance(argtypes, (tuple, list)):
        try:
            argtypes = tuple(argtypes)
        except TypeError:
            raise TypeError("_argtypes_ must be a sequence of types") from None
    for i, typ in enumerate(argtypes):
        if not hasattr(typ, "from_param"):
            raise TypeError("item %d in _argtypes_ has no from_param method" % (i + 1))
    return tuple(argtypes)


# Objects.

def _is_direct(typ):
    "Whether items of a simple type are Python's values; they are not those of its subclasses."
    return typ.__base__ is _SimpleCData


def _view(cls, block, off, base=None, number=0):
    "An object over memory that is there."
    result = object.__new__(cls)
    result._blk, result._off, result._b_base_, result._number = block, off, base, number
    result._objs = result._keeps = result._resized = None
    result._b_needsfree = 0
    info = _info_of(cls)
    if info.kind in ("struct", "union", "array", "pointer"):
        info.final = True
    elif info.kind == "function":
        result._callable = result._errcheck = result._paramflags = None
        result._argtypes = result._restype = _missing
    return result


def _root(obj):
    while obj._b_base_ is not None:
        obj = obj._b_base_
    return obj


def _kept(obj):
    "The dict of what the object keeps alive, or the one thing that it does."
    root = _root(obj)
    if root._objs is None and _info_of(type(root)).length:
        root._objs = {}
    return root._objs


def _keep(obj, number, value, more=None):
    "Keeps alive what memory of the object mentions."
    root = _root(obj)
    key = "ffffffff" if number < 0 else "%x" % number
    at = obj
    while at._b_base_ is not None:
        key += ":%x" % at._number
        at = at._b_base_
    if more is not None:
        if root._keeps is None:
            root._keeps = {}
        root._keeps[key] = more
    if value is None:
        return
    kept = _kept(obj)
    if isinstance(kept, dict):
        kept[key] = value
    else:
        root._objs = value


def _get_item(typ, obj, number, off):
    info = _info_of(typ)
    if info.kind == "simple" and _is_direct(typ):
        return info.get(obj._blk.data, off)
    return _view(typ, obj._blk, off, obj, number)


def _set_item(typ, obj, number, off, value):
    kept = _store(typ, obj._blk, off, value)
    if kept is not None:
        _keep(obj, number, *kept)


def _store(typ, block, off, value):
    "Writes a value; the result is what is to be kept alive, for the program to see and not."
    info = _info_of(typ)
    data = block.data
    if not isinstance(value, _CData):
        if info.set is not None:
            return info.set(data, off, value)
        if isinstance(value, tuple):
            try:
                made = typ(*value)
            except Exception as e:
                raise RuntimeError("(%s) %s: %s" % (typ.__name__, type(e).__name__, e)) from None
            return _store(typ, block, off, made)
        if value is None and info.kind == "pointer":
            _write_pointer(data, off, 0)
            return None
        raise TypeError("expected %s instance, got %s" % (typ.__name__, type(value).__name__))
    if isinstance(value, typ):
        n = info.size
        data[off:off + n] = bytes(value._blk.data[value._off:value._off + n])
        return _kept(value), value if info.pointers else None
    other = _info_of(type(value))
    if info.kind == "pointer" and other.kind == "array":
        if not issubclass(other.item, info.item):
            raise TypeError("incompatible types, %s instance instead of %s instance" % (type(value).__name__, typ.__name__))
        _write_pointer(data, off, value._blk.base + value._off)
        return (_kept(value), value), value
    raise TypeError("incompatible types, %s instance instead of %s instance" % (type(value).__name__, typ.__name__))


class _CData(metaclass=CType_Type):
    "XXX to be provided"
    __slots__ = "_blk", "_off", "_b_base_", "_number", "_objs", "_keeps", "_resized", "_b_needsfree", "__weakref__"

    def __new__(cls, *args, **kw):
        info = _info_of(cls)
        if info is None:
            raise TypeError("abstract class")
        result = _view(cls, _new_block(info.size), 0)
        result._b_needsfree = 1
        return result

    @property
    def _objects(self):
        return self._objs

    @property
    def _b_needsfree_(self):
        return self._b_needsfree

    def _size(self):
        return self._resized or _info_of(type(self)).size

    def __hash__(self):
        raise TypeError("unhashable type")

    def __buffer__(self, flags, /):
        info = _info_of(type(self))
        view = self._blk.data[self._off:self._off + self._size()]
        shape = []
        while info.kind == "array":
            shape.append(info.length)
            info = _info_of(info.item)
        code = {"l": "q", "L": "Q", "z": "P", "Z": "P", "u": "B", "O": "P", "X": "P", "v": "h", "g": "B"}.get(info.code, info.code)
        if info.kind != "simple" or info.swapped or code == "B" and info.code != "B" or not view.nbytes or self._resized:
            return view
        if not shape:
            return view.cast(code)
        return view.cast(code, shape) if len(shape) > 1 else view.cast(code)

    def __reduce__(self):
        if _info_of(type(self)).pointers:
            raise ValueError("ctypes objects containing pointers cannot be pickled")
        data = bytes(self._blk.data[self._off:self._off + self._size()])
        return _unpickle, (type(self), (getattr(self, "__dict__", {}), data))

    def __setstate__(self, state, /):
        attributes, data = state
        if not isinstance(attributes, dict):
            raise TypeError("%.200s.__dict__ must be a dictionary, not %.200s" % (type(self).__name__, type(attributes).__name__))
        n = min(len(data), self._size())
        self._blk.data[self._off:self._off + n] = data[:n]
        if attributes:
            self.__dict__.update(attributes)

    def __ctypes_from_outparam__(self, /):
        return self


def _unpickle(typ, state, /):
    result = typ.__new__(typ)
    result.__setstate__(state)
    return result


_started = False


class _SimpleCData(_CData, metaclass=PyCSimpleType):
    "XXX to be provided"
    __slots__ = ()

    def __init__(self, *args):
        if len(args) > 1:
            raise TypeError("__init__ expected at most 1 argument, got %d" % len(args))
        if args:
            self.value = args[0]

    @property
    def value(self):
        "current value"
        return _info_of(type(self)).get(self._blk.data, self._off)

    @value.setter
    def value(self, value):
        kept = _info_of(type(self)).set(self._blk.data, self._off, value)
        if kept is not None:
            _keep(self, 0, *kept)

    @value.deleter
    def value(self):
        raise TypeError("can't delete attribute")

    def __ctypes_from_outparam__(self, /):
        return self.value if _is_direct(type(self)) else self

    def __bool__(self):
        return any(self._blk.data[self._off:self._off + self._size()])

    def __repr__(self):
        if type(self).__base__ is not _SimpleCData:
            return "<%s object at %#x>" % (type(self).__name__, id(self))
        return "%s(%r)" % (type(self).__name__, self.value)


def _init_members(self, args, kw):
    fields = []
    for cls in reversed(type(self).__mro__):
        info = _own_info(cls)
        if info is not None and "_fields_" in cls.__dict__:
            fields += [pair[0] for pair in cls.__dict__["_fields_"]]
    if len(args) > len(fields):
        raise TypeError("too many initializers")
    for name, value in zip(fields, args):
        if name in kw:
            raise TypeError("duplicate values for field %r" % name)
        setattr(self, name, value)
    for name, value in kw.items():
        setattr(self, name, value)


class Structure(_CData, metaclass=PyCStructType):
    "Structure base class"
    __slots__ = ()

    def __init__(self, *args, **kw):
        if args or kw:
            _init_members(self, args, kw)


class Union(_CData, metaclass=UnionType):
    "Union base class"
    __slots__ = ()

    def __init__(self, *args, **kw):
        if args or kw:
            _init_members(self, args, kw)


class Array(_CData, metaclass=PyCArrayType):
    """Abstract base class for arrays.

The way to make an array type is to multiply a type of this module with a
number. Items are read and written by subscripts and slices; a slice that
is read is a list, bytes or a str, and no array."""
    __slots__ = ()
    __class_getitem__ = classmethod(__import__("types").GenericAlias)

    def __init__(self, *args):
        for i, value in enumerate(args):
            self[i] = value

    def __len__(self):
        return _info_of(type(self)).length

    def _at(self, i):
        info = _info_of(type(self))
        i = _index(i)
        if i < 0:
            i += info.length
        if not 0 <= i < info.length:
            raise IndexError("invalid index")
        return info, i, self._off + i * _info_of(info.item).size

    def __getitem__(self, i):
        if isinstance(i, slice):
            info = _info_of(type(self))
            item = _info_of(info.item)
            indices = range(*i.indices(info.length))
            values = [_get_item(info.item, self, k, self._off + k * item.size) for k in indices]
            return b"".join(values) if item.code == "c" else "".join(values) if item.code == "u" else values
        if not hasattr(i, "__index__"):
            raise TypeError("indices must be integers")
        info, i, off = self._at(i)
        return _get_item(info.item, self, i, off)

    def __setitem__(self, i, value):
        if isinstance(i, slice):
            indices = range(*i.indices(len(self)))
            if len(indices) != len(value):
                raise ValueError("Can only assign sequence of same size")
            for k, x in zip(indices, value):
                self[k] = x
            return
        if not hasattr(i, "__index__"):
            raise TypeError("indices must be integer")
        info, i, off = self._at(i)
        _set_item(info.item, self, i, off, value)

    def __delitem__(self, i):
        raise TypeError("Array does not support item deletion")


class _Pointer(_CData, metaclass=PyCPointerType):
    "XXX to be provided"
    __slots__ = ()

    def __new__(cls, *args):
        info = _info_of(cls)
        if info is None or info.item is None:
            raise TypeError("Cannot create instance: has no _type_")
        return _CData.__new__(cls)

    def __init__(self, *args):
        if len(args) > 1:
            raise TypeError("POINTER expected at most 1 argument, got %d" % len(args))
        if args:
            self.contents = args[0]

    def _target(self, i=0):
        item = _info_of(type(self)).item
        address = _read_pointer(self._blk.data, self._off)
        if not address:
            raise ValueError("NULL pointer access")
        size = _info_of(item).size
        return item, *_find(address + i * size, size)

    @property
    def contents(self):
        "the object this pointer points to (read-write)"
        item, block, off = self._target()
        result = _view(item, block, off)
        result._keeps = {"": self}
        return result

    @contents.setter
    def contents(self, value):
        item = _info_of(type(self)).item
        if not isinstance(value, item):
            if not isinstance(value, _CData):
                raise TypeError("expected %s instead of %s" % (item.__name__, type(value).__name__))
            raise TypeError("expected %s instead of %s" % (item.__name__, type(value).__name__))
        _write_pointer(self._blk.data, self._off, value._blk.base + value._off)
        _keep(self, 1, value)
        _keep(self, 0, _kept(value))

    @contents.deleter
    def contents(self):
        raise TypeError("Pointer does not support item deletion")

    def __bool__(self):
        return _read_pointer(self._blk.data, self._off) != 0

    def __getitem__(self, i):
        if isinstance(i, slice):
            return self._slice(i)
        if not hasattr(i, "__index__"):
            raise TypeError("Pointer indices must be integer")
        item, block, off = self._target(_index(i))
        if _info_of(item).kind == "simple" and _is_direct(item):
            return _info_of(item).get(block.data, off)
        result = _view(item, block, off)
        result._keeps = {"": self}
        return result

    def _slice(self, s):
        step = 1 if s.step is None else _index(s.step)
        if step == 0:
            raise ValueError("slice step cannot be zero")
        if s.start is None:
            if step < 0:
                raise ValueError("slice start is required for step < 0")
            start = 0
        else:
            start = _index(s.start)
        if s.stop is None:
            raise ValueError("slice stop is required")
        values = [self[i] for i in range(start, _index(s.stop), step)]
        code = _info_of(_info_of(type(self)).item).code
        return b"".join(values) if code == "c" else "".join(values) if code == "u" else values

    def __setitem__(self, i, value):
        if not hasattr(i, "__index__"):
            raise TypeError("Pointer indices must be integer")
        i = _index(i)
        item, block, off = self._target(i)
        kept = _store(item, block, off, value)
        if kept is not None:
            _keep(self, i, *kept)

    def __delitem__(self, i):
        raise TypeError("Pointer does not support item deletion")


# Functions: those that the program makes of its own, and the few that the library asks for by their addresses.

class _CArg:
    "What stands for an argument of a function."
    __slots__ = "_tag", "_blk", "_obj", "_kept", "_off"

    def __init__(self, tag, block, obj, kept=None, off=0):
        self._tag, self._blk, self._obj, self._kept, self._off = tag, block, obj, kept, off

    def __repr__(self):
        if isinstance(self._obj, _CData) and self._tag == "P":
            return "<cparam 'P' (%#x)>" % (self._obj._blk.base + self._obj._off + self._off)
        if self._tag == "c":
            return "<cparam 'c' (%r)>" % bytes(self._blk.data[:1])
        if self._tag in ("P", "z", "Z", "O"):
            return "<cparam '%s' (%#x)>" % (self._tag, _read_pointer(self._blk.data, 0))
        return "<cparam '%s' (%s)>" % (self._tag, _CODES[self._tag][1](self._blk.data, 0) if self._tag in _CODES else "?")


_CArg.__name__ = _CArg.__qualname__ = "CArgObject"


def _address_of(p):
    "The address that an argument is."
    if isinstance(p, _CArg):
        if isinstance(p._obj, _CData) and p._tag == "P" and p._blk is None:
            return p._obj._blk.base + p._obj._off + p._off
        return _read_pointer(p._blk.data, 0)
    if isinstance(p, _CData):
        if _info_of(type(p)).kind == "array":
            return p._blk.base + p._off
        return _read_pointer(p._blk.data, p._off)
    if p is None:
        return 0
    return p


def _number_of(p):
    if isinstance(p, _CArg):
        return _CODES[p._tag][1](p._blk.data, 0)
    return p.value if isinstance(p, _SimpleCData) else p


def _move(target, source, count):
    to, n = _address_of(target), _number_of(count)
    if n:
        block, off = _find(_address_of(source), n)
        data = bytes(block.data[off:off + n])
        block, off = _find(to, n)
        block.data[off:off + n] = data
    return to


def _fill(target, value, count):
    to, n = _address_of(target), _number_of(count)
    if n:
        block, off = _find(to, n)
        block.data[off:off + n] = bytes([_number_of(value) & 255]) * n
    return to


def _bytes_at(ptr, size):
    address, n = _address_of(ptr), _number_of(size)
    _sys.audit("ctypes.string_at", address, n)
    if n < 0:
        return _until_zero(address, 1)
    block, off = _find(address, n)
    return bytes(block.data[off:off + n])


def _text_at(ptr, size):
    address, n = _address_of(ptr), _number_of(size)
    _sys.audit("ctypes.wstring_at", address, n)
    if n < 0:
        return _wide(_until_zero(address, 4))
    block, off = _find(address, 4 * n)
    return _wide(bytes(block.data[off:off + 4 * n]))


def _cast(ptr, source, typ):
    source, typ = source._obj if isinstance(source, _CArg) else source, typ._obj if isinstance(typ, _CArg) else typ
    info = _info_of(typ)
    if info is None or not (info.kind in ("pointer", "function") or info.code is not None and info.code in "sPzUZXO"):
        raise TypeError("cast() argument 2 must be a pointer, not %s" % getattr(typ, "__name__", type(typ).__name__))
    result = _view(typ, _new_block(8), 0)
    result._b_needsfree = 1
    _write_pointer(result._blk.data, 0, _address_of(ptr))
    result._keeps = {"": (ptr, source)}
    if isinstance(source, _CData):
        kept = _kept(source)
        if isinstance(kept, dict):
            kept[id(source)] = source
            result._objs = kept
        else:
            result._objs = {id(source): source}
    return result


def _get_signal(number):
    is_ = _getsig(_number_of(number))
    return _HANDLER if is_ == 2 else is_


def _set_signal(number, handler):
    to = _address_of(handler)
    was = _setsig(_number_of(number), to) if to in (0, 1) else _setsig(_number_of(number), 2) if to == _HANDLER else -1
    return _HANDLER if was == 2 else was


# Capsules. What one holds is a list: its pointer, the address of its name, its context and its destructor, and the block of its name, which
# lives as long as the capsule.

def _object_of(p):
    return _get_object(p._blk.data, p._off)


def _name_at(address):
    return _until_zero(address, 1) if address else None


def _new_capsule(pointer, name, destructor):
    pointer = _address_of(pointer)
    if not pointer:
        raise ValueError("PyCapsule_New called with null pointer")
    capsule = _capsule([pointer, 0, 0, _address_of(destructor), None])
    _set_capsule_name(capsule, _address_of(name))
    return capsule


def _set_capsule_name(capsule, address):
    state = _capsule_state(capsule)
    state[1], state[4] = address, _find(address)[0] if address else None
    name = _name_at(address)
    _name_capsule(capsule, None if name is None else name.decode("utf-8", "replace"))


def _is_capsule(capsule, name):
    state = _capsule_state(_object_of(capsule))
    return state is not None and _name_at(state[1]) == _name_at(_address_of(name))


def _capsule_pointer(capsule, name):
    state = _legal(capsule, "GetPointer")
    if _name_at(state[1]) != _name_at(_address_of(name)):
        raise ValueError("PyCapsule_GetPointer called with incorrect name")
    return state[0]


def _legal(capsule, function):
    state = _capsule_state(_object_of(capsule))
    if state is None:
        raise ValueError("PyCapsule_%s called with invalid PyCapsule object" % function)
    return state


def _capsule_getter(function, n):
    return lambda capsule: _legal(capsule, function)[n]


def _capsule_setter(function, n):
    def set(capsule, value):
        state, address = _legal(capsule, function), _address_of(value)
        if n == 0 and not address:
            raise ValueError("PyCapsule_SetPointer called with null pointer")
        if n == 1:
            _set_capsule_name(_object_of(capsule), address)
        state[n] = address
        return 0
    return set


def _checker(function):
    return lambda obj: int(function(_object_of(obj)))


# What can be called at an address: the functions of ctypes itself, and Python's own. Of the latter there are few; each takes what ctypes
# gives for its arguments, and its result is a C int unless the program says otherwise.
_HANDLER = 96  # what the system calls for a signal that Python handles; a program can only set it again
_getsig_addr, _setsig_addr = 112, 128
_BUILT_IN = {
    _memmove_addr: _move, _memset_addr: _fill, _string_at_addr: _bytes_at, _wstring_at_addr: _text_at, _cast_addr: _cast,
    _getsig_addr: _get_signal, _setsig_addr: _set_signal,
}
_PYTHON_API = {"PyOS_getsig": _getsig_addr, "PyOS_setsig": _setsig_addr}
for _name, _function in (
        ("New", _new_capsule), ("IsValid", _is_capsule), ("GetPointer", _capsule_pointer),
        ("GetName", _capsule_getter("GetName", 1)), ("GetContext", _capsule_getter("GetContext", 2)),
        ("GetDestructor", _capsule_getter("GetDestructor", 3)),
        ("SetPointer", _capsule_setter("SetPointer", 0)), ("SetName", _capsule_setter("SetName", 1)),
        ("SetContext", _capsule_setter("SetContext", 2)), ("SetDestructor", _capsule_setter("SetDestructor", 3))):
    _PYTHON_API["PyCapsule_" + _name] = _address = 128 + 16 * len(_PYTHON_API)
    _BUILT_IN[_address] = _function
for _name, _function in (
        ("PyCallable", callable), ("PySequence", _is_sequence),
        ("PyIter", lambda obj: any("__next__" in vars(cls) for cls in type(obj).__mro__))):
    _PYTHON_API[_name + "_Check"] = _address = 128 + 16 * len(_PYTHON_API)
    _BUILT_IN[_address] = _checker(_function)


class CFuncPtr(_CData, metaclass=PyCFuncPtrType):
    "Function Pointer"
    __slots__ = "_callable", "_argtypes", "_restype", "_errcheck", "_paramflags"

    def __new__(cls, *args):
        if _info_of(cls) is None:
            raise TypeError("abstract class")
        self = _CData.__new__(cls)
        if not args:
            return self
        first = args[0]
        if len(args) > 1:
            self._paramflags = _check_flags(_info_of(cls), args[1])
        if isinstance(first, tuple):
            if len(first) != 2:
                raise TypeError("illegal func_spec argument")
            name, dll = first
            if not isinstance(name, (str, bytes, int)):
                raise TypeError("the name/ordinal must be a string or an integer")
            _sys.audit("ctypes.dlsym", dll, name)
            handle = dll._handle
            if not isinstance(handle, int):
                raise TypeError("the _handle attribute of the second argument must be an integer")
            address = _symbol(handle, name)
            if address is None:
                raise AttributeError(_no_symbol(name))
            _write_pointer(self._blk.data, 0, address)
            _keep(self, 0, dll)
            return self
        if isinstance(first, int):
            _write_pointer(self._blk.data, 0, first)
            return self
        if not callable(first):
            raise TypeError("argument must be callable or integer function address")
        info = _info_of(cls)
        if info.argtypes is None:
            raise TypeError("cannot construct instance of this class: no argtypes")
        if info.restype is not None and (_info_of(info.restype) is None or _info_of(info.restype).set is None):
            raise TypeError("invalid result type for callback function")
        thunk = _Block(memoryview(bytes(16)), (first, info))
        _write_pointer(self._blk.data, 0, thunk.base)
        self._callable = first
        _keep(self, 0, thunk, thunk)
        return self

    def __init__(self, *args):
        pass

    @property
    def argtypes(self):
        "specify the argument types"
        t = self._argtypes
        return t if t is not _missing else _info_of(type(self)).argtypes

    @argtypes.setter
    def argtypes(self, value):
        if value is None:
            self._argtypes = _missing
            return
        self._argtypes = _converters(value)

    @argtypes.deleter
    def argtypes(self):
        self._argtypes = _missing

    @property
    def restype(self):
        "specify the result type"
        t = self._restype
        return t if t is not _missing else _info_of(type(self)).restype

    @restype.setter
    def restype(self, value):
        if value is not None and not callable(value) and _info_of(value) is None:
            raise TypeError("restype must be a type, a callable, or None")
        self._restype = value

    @restype.deleter
    def restype(self):
        self._restype = _missing

    @property
    def errcheck(self):
        "a function to check for errors"
        return self._errcheck

    @errcheck.setter
    def errcheck(self, value):
        if not callable(value):
            raise TypeError("the errcheck attribute must be callable")
        self._errcheck = value

    @errcheck.deleter
    def errcheck(self):
        self._errcheck = None

    def __bool__(self):
        return _read_pointer(self._blk.data, self._off) != 0

    def __repr__(self):
        return "<%s object at %#x>" % (type(self).__name__, id(self))

    def __call__(self, *args, **kw):
        address = _read_pointer(self._blk.data, self._off)
        function = _BUILT_IN.get(address)
        if function is None:
            block, off = _find(address)
            function = block.func
            if function is None:
                raise OSError("psy calls no foreign functions: there is none at address %#x" % address)
        argtypes, outputs = self.argtypes, ()
        if self._paramflags is not None:
            args, outputs = _by_flags(self._paramflags, argtypes, args, kw)
        if argtypes is not None and len(args) < len(argtypes):
            raise TypeError("this function takes at least %d argument%s (%d given)" % (len(argtypes), "" if len(argtypes) == 1 else "s", len(args)))
        if len(args) > CTYPES_MAX_ARGCOUNT:
            raise ArgumentError("too many arguments (%d), maximum is %d" % (len(args), CTYPES_MAX_ARGCOUNT))
        params = []
        for i, arg in enumerate(args):
            try:
                params.append(argtypes[i].from_param(arg) if argtypes is not None and i < len(argtypes) else _any_param(arg))
            except Exception as e:
                raise ArgumentError("argument %d: %s: %s" % (i + 1, type(e).__name__, e)) from None
        restype = self.restype
        if isinstance(function, tuple):
            result = _call_back(*function, params, restype)
        else:
            result = function(*params)
            code = restype is not None and _info_of(restype) and _info_of(restype).code
            if code == "P":
                result = result or None
            elif code and code != "O":
                result = restype(result).value
        if self._errcheck is not None:
            result = self._errcheck(result, self, args)
            if result is not args or not outputs:
                return result
        if outputs:
            values = [o.__ctypes_from_outparam__() for o in outputs]
            return values[0] if len(values) == 1 else tuple(values)
        return result


def _any_param(value):
    if isinstance(value, (_CData, _CArg)):
        return value
    block = _new_block(8)
    if value is None:
        return _CArg("P", block, None)
    if isinstance(value, int):
        _CODES["i"][2](block.data, 0, value)
        return _CArg("i", block, value)
    if isinstance(value, bytes):
        return _CArg("z", block, value, _set_char_p(block.data, 0, value))
    if isinstance(value, str):
        return _CArg("Z", block, value, _set_wchar_p(block.data, 0, value))
    other = getattr(value, "_as_parameter_", None)
    if other is not None:
        return _any_param(other)
    raise TypeError("Don't know how to convert parameter")


def _received(typ, p):
    "What a callback gets for an argument."
    info = _info_of(typ)
    result = _view(typ, _new_block(info.size), 0)
    result._b_needsfree = 1
    if isinstance(p, _CData) and isinstance(p, typ):
        result._blk.data[:] = bytes(p._blk.data[p._off:p._off + info.size])
    elif info.kind in ("pointer", "function") or info.code in ("P", "z", "Z"):
        _write_pointer(result._blk.data, 0, _address_of(p))
    elif isinstance(p, _CArg):
        n = min(info.size, p._blk.size)
        result._blk.data[:n] = bytes(p._blk.data[:n])
    else:
        _store(typ, result._blk, 0, p)
    result._keeps = {"": p}
    if info.kind == "simple" and _is_direct(typ):
        return info.get(result._blk.data, 0)
    return result


def _call_back(function, info, params, restype):
    values = [_received(typ, p) for typ, p in zip(info.argtypes, params)]
    try:
        result = function(*values)
    except BaseException as e:
        _unraisable(e, "on calling ctypes callback function", function)
        result = None
        if info.restype is None or _info_of(info.restype) is None:
            return None
        return _as_result(restype, _new_block(8), None)
    if info.restype is None:
        return None
    block, kept = _new_block(max(8, _info_of(info.restype).size)), None
    try:
        kept = _store(info.restype, block, 0, result)
    except Exception as e:
        _unraisable(e, "on converting result of ctypes callback function", function)
    return _as_result(restype, block, kept)


def _as_result(restype, block, kept):
    if restype is None:
        return None
    info = _info_of(restype)
    if info is None:
        return restype(_CODES["i"][1](block.data, 0))
    if info.kind == "simple" and _is_direct(restype):
        result = info.get(block.data, 0)
    else:
        result = _view(restype, block, 0)
        result._b_needsfree = 1
        result._keeps = {"": kept}
    checker = getattr(restype, "_check_retval_", None)
    return result if checker is None else checker(result)


def _unraisable(e, what, function):
    args = __import__("types").SimpleNamespace(exc_type=type(e), exc_value=e, exc_traceback=e.__traceback__,
                                               err_msg="Exception ignored %s %r" % (what, function), object=None)
    if e.__traceback__ is not None:
        args.exc_traceback = e.__traceback__.tb_next
    _sys.unraisablehook(args)


def _check_flags(info, flags):
    if flags is None or not isinstance(flags, tuple):
        if flags is None:
            return None
        raise TypeError("paramflags must be a tuple or None")
    if info.argtypes is not None and len(flags) != len(info.argtypes):
        raise ValueError("paramflags must have the same length as argtypes")
    for flag in flags:
        if not isinstance(flag, tuple) or not 1 <= len(flag) <= 3 or not isinstance(flag[0], int):
            raise TypeError("paramflags must be a sequence of (int [,string [,value]]) tuples")
    return flags


def _by_flags(flags, argtypes, args, kw):
    "The arguments that paramflags make of those given, and which of them are results."
    given, result, outputs, used = list(args), [], [], 0
    for flag, typ in zip(flags, argtypes):
        kind, name = flag[0] & 7, flag[1] if len(flag) > 1 else None
        if kind == 2:
            item = _info_of(typ).item
            if item is None:
                raise TypeError("paramflag value %d not supported with argument type %s" % (flag[0], typ.__name__))
            made = item()
            outputs.append(made)
            result.append(made if _info_of(item).kind == "array" else byref(made))
            continue
        if used < len(given):
            value = given[used]
            used += 1
        elif name in kw:
            value = kw[name]
            used += 1
        elif kind == 4 or len(flag) > 2:
            value = flag[2] if len(flag) > 2 else 0
        else:
            raise TypeError("required argument '%s' missing" % name if name else "not enough arguments")
        if kind == 3:
            if not isinstance(value, _CData):
                value = _info_of(typ).item(value)
            outputs.append(value)
        result.append(value)
    if used != len(given) + len([k for k in kw if any(len(f) > 1 and f[1] == k for f in flags)]):
        raise TypeError("call takes exactly %d arguments (%d given)" % (len(flags) - len(outputs), len(given)))
    return tuple(result), outputs


# Functions of the module.

def sizeof(obj, /):
    if isinstance(obj, _CData):
        return obj._size()
    info = _info_of(obj)
    if info is None:
        raise TypeError("this type has no size")
    return info.size


def alignment(obj, /):
    info = _info_of(type(obj)) if isinstance(obj, _CData) else _info_of(obj)
    if info is None:
        raise TypeError("no alignment info")
    return info.align


def addressof(obj, /):
    if not isinstance(obj, _CData):
        raise TypeError("invalid type")
    _sys.audit("ctypes.addressof", obj)
    return obj._blk.base + obj._off


def byref(obj, offset=0, /):
    if not isinstance(obj, _CData):
        raise TypeError("byref() argument must be a ctypes instance, not '%s'" % type(obj).__name__)
    return _CArg("P", None, obj, None, _index(offset))


def resize(obj, size, /):
    if not isinstance(obj, _CData):
        raise TypeError("expected ctypes instance")
    info = _info_of(type(obj))
    if size < info.size:
        raise ValueError("minimum size is %d" % info.size)
    if not obj._b_needsfree:
        raise ValueError("Memory cannot be resized because this object doesn't own it")
    old = bytes(obj._blk.data[:min(size, obj._blk.size)])
    obj._blk = _new_block(size)
    obj._blk.data[:len(old)] = old
    obj._resized = size


def POINTER(typ, /):
    found = _pointer_type_cache.get(typ)
    if found is not None:
        return found
    if isinstance(typ, type):
        found = PyCPointerType("LP_" + typ.__name__, (_Pointer,), {"_type_": typ, "__module__": _caller()})
    elif isinstance(typ, str):
        found = PyCPointerType("LP_" + typ, (_Pointer,), {"__module__": _caller()})
        _pointer_type_cache[id(found)] = found
        return found
    else:
        raise TypeError("must be a ctypes type")
    _pointer_type_cache[typ] = found
    return found


def pointer(obj, /):
    found = _pointer_type_cache.get(type(obj))
    return (found or POINTER(type(obj)))(obj)


def buffer_info(obj, /):
    info = _info_of(type(obj)) if isinstance(obj, _CData) else _info_of(obj)
    if info is None:
        raise TypeError("not a ctypes type or object")
    shape = []
    while info.kind == "array":
        shape.append(info.length)
        info = _info_of(info.item)
    return info.fmt or "B", len(shape), tuple(shape)


def PyObj_FromPtr(address, /):
    box = _objects.get(address)
    if box is None:
        raise ValueError("no object at address %#x" % address)
    return box.value


def Py_INCREF(obj, /):
    return obj


def Py_DECREF(obj, /):
    return obj


_errno = 0


def get_errno():
    _sys.audit("ctypes.get_errno")
    return _errno


def set_errno(value, /):
    global _errno
    _sys.audit("ctypes.set_errno", value)
    old, _errno = _errno, _index(value)
    return old


def _no_symbol(name):
    return "%s: undefined symbol: %s" % (_sys.executable or "psy", name)


def _symbol(handle, name):
    "The address of a function of Python's own, which the program itself has: handle 1."
    name = name.decode("latin-1") if isinstance(name, bytes) else name
    return _PYTHON_API.get(name) if handle == 1 else None


def dlopen(name, flag=RTLD_LOCAL, /):
    _sys.audit("ctypes.dlopen", name)
    if name is None:
        return 1
    name = name if isinstance(name, str) else __import__("os").fsdecode(name)
    raise OSError("%s: cannot open shared object file: psy loads no foreign libraries" % name)


def dlclose(handle, /):
    if handle != 1:
        raise OSError("invalid handle")


def dlsym(handle, name, /):
    _sys.audit("ctypes.dlsym/handle", handle, name)
    address = _symbol(handle, name)
    if address is None:
        raise OSError(_no_symbol(name))
    return address


def call_function(address, arguments, /):
    _sys.audit("ctypes.call_function", address, arguments)
    raise OSError("psy calls no foreign functions")


call_cdeclfunction = call_function
_started = True
del _code, _format, _bits, _name, _function, _address
