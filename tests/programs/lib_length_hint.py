# operator.length_hint: defaults below zero, and what objects may answer.
# needs: stdlib
import operator
class A: pass
class B:
    def __length_hint__(self): return NotImplemented
class C:
    def __length_hint__(self): raise TypeError("x")
class D:
    def __length_hint__(self): raise ValueError("x")
class E:
    def __length_hint__(self): return -1
class F:
    def __len__(self): raise TypeError("y")
    def __length_hint__(self): return 7
class G:
    def __len__(self): raise ValueError("y")
class H:
    def __length_hint__(self): return "a"
for x in (None, 5, A(), B(), C(), D(), E(), F(), G(), H(), [1], iter([1,2])):
    for d in (-1, 0, 3):
        try: print(type(x).__name__, d, operator.length_hint(x, d))
        except Exception as e: print(type(x).__name__, d, type(e).__name__, e)
