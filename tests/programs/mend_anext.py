class A:
    def __init__(s): s.n=0
    def __aiter__(s): return s
    async def __anext__(s):
        s.n+=1
        if s.n>2: raise StopAsyncIteration
        return s.n
class B:
    def __aiter__(s): return s
    def __anext__(s): return iter([1,2])
class W:
    def __await__(self): return iter([5])
class C:
    def __anext__(s): return W()
class D:
    def __anext__(s): return 5
class E:
    def __await__(self):
        async def c(): return 1
        return c().__await__()
class F:
    def __anext__(s): return E()
async def main():
    a=A()
    print([await anext(a,'d') for _ in range(4)])
    for x in (anext(B(),'d'), anext(D(),'d'), anext(F(),'d')):
        try: print('got', await x)
        except TypeError as e: print('TypeError',e)
def run(c):
    for _ in range(10):
        try: print('sent', c.send(None))
        except StopIteration as e: print('stop',e.value); return
run(main())
x=anext(A(),'d')
print(type(x).__name__)
try: x.throw(ValueError('v'))
except ValueError as e: print('VE', e)
x.close()
x=anext(C(),'d')
try: x.send(5)
except AttributeError as e: print(e)
try: x.throw(StopAsyncIteration)
except BaseException as e: print(type(e), e)
x = anext(A(), 'd')
try: next(x)
except StopIteration as e: print('first', e.value)
# iterators that lose __next__
class I:
    def __iter__(self): return self
    def __next__(self): return 1
class N: pass
def lose(f):
    class J(I):
        def __next__(self): return 1
    class K(J): pass
    i = J()
    it = f(i)
    i.__class__ = N
    try: print(next(it))
    except TypeError as e: print(f.__name__, e)
    del J.__next__, I.__next__
    try: list(it)
    except TypeError as e: print(f.__name__, e)
    I.__next__ = lambda self: 1
import itertools
def mapped(i): return map(int, i)
def filtered(i): return filter(None, i)
def loop(i):
    for x in i: yield x
def zipped(i): return zip(i, i)
for f in (mapped, filtered, zipped, enumerate, loop, itertools.cycle, itertools.chain, itertools.pairwise, itertools.accumulate):
    lose(f)
