# needs: stdlib
# Capsules made by Python's own C functions, as dill makes one to learn their type.
import ctypes
import datetime
import re


def function(name, result, *args):
    f = getattr(ctypes.pythonapi, "PyCapsule_" + name)
    f.restype, f.argtypes = result, args
    return f


obj, text, address, number = ctypes.py_object, ctypes.c_char_p, ctypes.c_void_p, ctypes.c_int
New = function("New", obj, address, text, address)
IsValid = function("IsValid", ctypes.c_bool, obj, text)
GetPointer = function("GetPointer", address, obj, text)
GetName = function("GetName", text, obj)
GetContext = function("GetContext", address, obj)
GetDestructor = function("GetDestructor", address, obj)
SetPointer = function("SetPointer", number, obj, address)
SetName = function("SetName", number, obj, text)
SetContext = function("SetContext", number, obj, address)
SetDestructor = function("SetDestructor", number, obj, address)


def show(f, *args):
    try:
        print(f.__name__ if hasattr(f, "__name__") else "f", repr(f(*args)))
    except Exception as e:
        print(type(e).__name__, e)


name, data = ctypes.create_string_buffer(b"a.name"), ctypes.create_string_buffer(b"payload")
here = ctypes.cast(data, address)
c = New(here, name, None)
print(type(c), re.sub("0x[0-9a-f]+", "0x", repr(c)))
print(type(c) is type(datetime.datetime_CAPI), type(c).__name__)
print(GetName(c), GetPointer(c, b"a.name") == here.value, ctypes.string_at(GetPointer(c, b"a.name")))
print(GetContext(c), GetDestructor(c), IsValid(c, b"a.name"), IsValid(c, b"other"), IsValid(c, None), IsValid(5, b"a.name"))
show(GetPointer, c, b"other")
show(GetPointer, c, None)
show(GetPointer, 5, None)
for f in (GetName, GetContext, GetDestructor):
    show(f, "no capsule")
other = ctypes.create_string_buffer(b"second")
print(SetName(c, other), GetName(c), re.sub("0x[0-9a-f]+", "0x", repr(c)), IsValid(c, b"second"))
print(SetContext(c, here), GetContext(c) == here.value)
print(SetPointer(c, ctypes.cast(other, address)), ctypes.string_at(GetPointer(c, b"second")))
show(SetPointer, c, None)
show(SetName, None, b"x")
print(SetName(c, None), GetName(c), re.sub("0x[0-9a-f]+", "0x", repr(c)), IsValid(c, None), IsValid(c, b""))
show(New, None, name, None)
n = New(here, None, None)
print(GetName(n), ctypes.string_at(GetPointer(n, None)))
try:
    type(c)()
except TypeError as e:
    print(e)
