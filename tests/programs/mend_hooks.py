# needs: stdlib
# Audit hooks, breakpoint's hook, struct sequences and slots in pickles.
import collections
import copy
import pickle
import sys
import time


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


told = []


def hook(event, args):
    if event in ('mine', 'compile', 'exec', 'open', 'import'):
        told.append((event, args[0] if event in ('open', 'import') else args if event == 'mine' else len(args)))


attempt(lambda: sys.addaudithook(hook))
sys.audit('mine', 1, 'two')
open('/dev/null').close()
import colorsys
compile('1', 'x', 'eval')
seen = list(told)
print([x for x in seen if x in (('mine', (1, 'two')), ('open', '/dev/null'), ('import', 'colorsys'), ('compile', 2))])
attempt(lambda: sys.audit(1))


def refuse(event, args):
    if event == 'stop':
        raise ValueError('no')
    if event == 'sys.addaudithook':
        raise RuntimeError('no more')


sys.addaudithook(refuse)
attempt(lambda: sys.audit('stop'))
attempt(lambda: sys.addaudithook(print))
sys.audit('mine')

print(sys.breakpointhook is sys.__breakpointhook__, sys.unraisablehook is sys.__unraisablehook__)
sys.breakpointhook = lambda *a, **k: (a, k)
attempt(lambda: breakpoint(1, b=2))
print([f.f_code.co_name for f in sys._current_frames().values()], list(sys._current_exceptions().values()))

st = time.gmtime(0)
attempt(lambda: pickle.loads(pickle.dumps(st)) == st)
attempt(lambda: (copy.copy(st), st.__reduce__()))
attempt(lambda: copy.replace(st, tm_year=2000))
attempt(lambda: st.__replace__(tm_foo=1))
attempt(lambda: st.__replace__(1))
attempt(lambda: time.struct_time((1,) * 9, {'tm_zone': 'x'}).tm_zone)
attempt(lambda: time.struct_time(sequence=(1,) * 9))
attempt(lambda: type(sys.version_info)(range(5)))
attempt(lambda: copy.copy(sys.float_info) == sys.float_info)


class S(set):
    __slots__ = ('a', 'b')


class F(frozenset):
    __slots__ = ('a', '__dict__')


class D(collections.deque):
    __slots__ = ('a',)


class O(collections.OrderedDict):
    __slots__ = ('a',)


for x in S([1]), F([1]), D([1]), O([(1, 2)]):
    x.a = 5
    print(x.__reduce__()[:3], pickle.loads(pickle.dumps(x)).a, copy.deepcopy(x).a)
f = F()
f.q = 1
f.a = 2
print(f.__reduce__())
