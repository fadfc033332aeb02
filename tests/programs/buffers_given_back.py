# Classes that give buffers (PEP 688): who gets which view back, and when.
# needs: stdlib
import inspect


class Held:
    def __init__(self):
        self.data = bytearray(b"hello")

    def __buffer__(self, flags):
        self.lent = memoryview(self.data)
        return self.lent

    def __release_buffer__(self, view):
        print("given back:", view is self.lent, view.tobytes())


with memoryview(Held()) as view:
    print(view.tobytes())


class Failing(Held):
    def __release_buffer__(self, view):
        raise RuntimeError("nobody gets this")


import sys
sys.unraisablehook = lambda u: print("unraisable:", u.exc_value)
with memoryview(Failing()) as view:
    print(view.tobytes())


class Own(bytearray):
    def __release_buffer__(self, view):
        for what in (lambda: memoryview(view), lambda: view.cast("b"), lambda: view[:1], view.toreadonly, lambda: view.__buffer__(0)):
            try:
                what()
            except ValueError as e:
                print(e)
        self.kept = view
        print(view.tobytes())
        super().__release_buffer__(view)


own = Own(b"hello")
with memoryview(own) as view:
    print(view.tobytes())
own.clear()
try:
    own.kept.tobytes()
except ValueError as e:
    print(e)


class Other(bytearray):
    def __buffer__(self, flags):
        return memoryview(b"another's")


with memoryview(Other(b"own")) as view:
    print(view.tobytes())


class Mixed:
    def __buffer__(self, flags):
        if flags & inspect.BufferFlags.WRITABLE:
            return memoryview(bytearray(b"to write"))
        return memoryview(b"to read")


print(memoryview._from_flags(Mixed(), inspect.BufferFlags.WRITABLE).readonly)
print(memoryview._from_flags(Mixed(), inspect.BufferFlags.SIMPLE).readonly)
try:
    memoryview._from_flags(b"x", inspect.BufferFlags.WRITABLE)
except BufferError as e:
    print(e)

joint = bytearray(b",")


def items():
    try:
        joint.clear()
    except BufferError as e:
        print(e)
    yield b"A"
    yield b"B"


print(joint.join(items()))
