import sys
x = True
for i in range(3):
    print(~x)
print(bool(NotImplemented))
def f():
    if NotImplemented:
        return 1
f(); f()
import _warnings
_warnings.warn("hello")
for i in range(2):
    _warnings.warn("hello2", RuntimeWarning)
def g():
    _warnings.warn("dep", DeprecationWarning, 2)
g()
g()
_warnings.filters.insert(0, ("error", None, UserWarning, None, 0))
_warnings._filters_mutated()
try:
    _warnings.warn("now error")
except UserWarning as e:
    print("caught", e)
