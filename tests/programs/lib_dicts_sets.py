# Dicts, their views, sets and frozensets: results, order, and errors with their texts.
def TT(s,f):
    try: print(s, repr(f()))
    except BaseException as e: print(s, type(e).__name__, e)
s={3,1,2}; f=frozenset([1,2])
for s_ in (1,): pass
TT('{1,2}|{3}', lambda: {1,2}|{3})
TT('{1,2}|[3]', lambda: {1,2}|[3])
TT('{1,2}&{2}', lambda: {1,2}&{2})
TT('{1,2}-{2}', lambda: {1,2}-{2})
TT('{1,2}^{2,3}', lambda: {1,2}^{2,3})
TT('{1,2}<{1,2,3}', lambda: {1,2}<{1,2,3})
TT('{1,2}<=[1]', lambda: {1,2}<=[1])
TT('{1}=={1}', lambda: {1}=={1})
TT('{1}==frozenset({1})', lambda: {1}==frozenset({1}))
TT('{1}!=1', lambda: {1}!=1)
TT('set()', lambda: set())
TT('frozenset()', lambda: frozenset())
TT('set(1)', lambda: set(1))
TT('set(1,2)', lambda: set(1,2))
TT('set(a=1)', lambda: set(a=1))
TT('frozenset(1,2)', lambda: frozenset(1,2))
TT('hash({1})', lambda: hash({1}))
TT('hash(frozenset({1,2,3}))', lambda: hash(frozenset({1,2,3})))
TT('hash(frozenset())', lambda: hash(frozenset()))
TT('hash(frozenset(range(100)))', lambda: hash(frozenset(range(100))))
TT('{1}.pop()', lambda: {1}.pop())
TT('set().pop()', lambda: set().pop())
TT('{1}.remove(2)', lambda: {1}.remove(2))
TT('{1}.remove({2})', lambda: {1}.remove({2}))
TT('{1}.discard({2})', lambda: {1}.discard({2}))
TT('{frozenset({1})}.remove({1})', lambda: {frozenset({1})}.remove({1}))
TT('{1} in {frozenset({1})}', lambda: {1} in {frozenset({1})})
TT('[] in {1}', lambda: [] in {1})
TT('{1}.add([])', lambda: {1}.add([]))
TT('{1}.add()', lambda: {1}.add())
TT('{1}.union(2)', lambda: {1}.union(2))
TT('{1}.union([2],(3,))', lambda: {1}.union([2],(3,)))
TT('{1}.intersection()', lambda: {1}.intersection())
TT('{1,2,3}.intersection([1,2],[2])', lambda: {1,2,3}.intersection([1,2],[2]))
TT('{1,2}.difference([1],[2])', lambda: {1,2}.difference([1],[2]))
TT('{1}.symmetric_difference([1,2])', lambda: {1}.symmetric_difference([1,2]))
TT('{1}.issubset([1,2])', lambda: {1}.issubset([1,2]))
TT('{1}.issuperset([])', lambda: {1}.issuperset([]))
TT('{1}.isdisjoint([2])', lambda: {1}.isdisjoint([2]))
TT('{1,2,3}.update()', lambda: {1,2,3}.update())
TT('frozenset([1])|{2}', lambda: frozenset([1])|{2})
TT('{2}|frozenset([1])', lambda: {2}|frozenset([1]))
TT('frozenset([frozenset([1])])', lambda: frozenset([frozenset([1])]))
TT('set(range(20))', lambda: set(range(20)))
TT('set(range(100,0,-7))', lambda: set(range(100,0,-7)))
TT('{1.5,2.5,-1.0,None,True}', lambda: {1.5,2.5,-1.0,None,True})
TT('list({(1,2),(3,4),(5,6,7)})', lambda: list({(1,2),(3,4),(5,6,7)}))
TT('{1}.__reduce__()', lambda: {1}.__reduce__())
TT('iter({1}).__length_hint__()', lambda: iter({1}).__length_hint__())
TT('type(iter({1}))', lambda: type(iter({1})))
TT('set[int]', lambda: set[int])
TT('{i*i%101 for i in range(200)}', lambda: {i*i%101 for i in range(200)})
TT('{1,2,3}.copy()', lambda: {1,2,3}.copy())
TT('f.copy() is f', lambda: f.copy() is f)
TT('frozenset(f) is f', lambda: frozenset(f) is f)
TT('{1}<1', lambda: {1}<1)
TT('{1}>={1}', lambda: {1}>={1})
TT('{1}.__sizeof__()', lambda: {1}.__sizeof__())
TT('set(range(50)).__sizeof__()', lambda: set(range(50)).__sizeof__())
TT('{}.keys()|{1}', lambda: {}.keys()|{1})
TT('{1:2}.keys()&{1,3}', lambda: {1:2}.keys()&{1,3})
TT('{1:2,3:4}.keys()-[1]', lambda: {1:2,3:4}.keys()-[1])
TT('{1:2,3:4}.items()^{3:5}.items()', lambda: {1:2,3:4}.items()^{3:5}.items())
TT('{1:2}.keys()=={1}', lambda: {1:2}.keys()=={1})
TT('{1:2}.items()=={(1,2)}', lambda: {1:2}.items()=={(1,2)})
TT('{1:2}.keys()<{1,2}', lambda: {1:2}.keys()<{1,2})
TT('{1:2}.values()=={1:2}.values()', lambda: {1:2}.values()=={1:2}.values())
TT('{1:2}.items()', lambda: {1:2}.items())
TT('{1:2}.keys()', lambda: {1:2}.keys())
TT('{1:2}.values()', lambda: {1:2}.values())
TT('(1,2) in {1:2}.items()', lambda: (1,2) in {1:2}.items())
TT('len({1:2}.items())', lambda: len({1:2}.items()))
TT('hash({}.keys())', lambda: hash({}.keys()))
TT('{1:2}.keys().isdisjoint([1])', lambda: {1:2}.keys().isdisjoint([1]))
TT('list(reversed({1:2,3:4}.items()))', lambda: list(reversed({1:2,3:4}.items())))
TT('{1:[]}.items()-set()', lambda: {1:[]}.items()-set())
TT('{1:2}.keys().mapping', lambda: {1:2}.keys().mapping)
d={1:2,3:4}
TT('d[1]', lambda: d[1])
TT('d[9]', lambda: d[9])
TT('d[[]]', lambda: d[[]])
TT('d.get(1)', lambda: d.get(1))
TT('d.get(9)', lambda: d.get(9))
TT('d.get(9,5)', lambda: d.get(9,5))
TT('d.get([])', lambda: d.get([]))
TT('d.pop(9)', lambda: d.pop(9))
TT('d.pop(9,1)', lambda: d.pop(9,1))
TT('d.pop()', lambda: d.pop())
TT('d.setdefault(7)', lambda: d.setdefault(7))
TT('d.setdefault(8,[])', lambda: d.setdefault(8,[]))
TT('d', lambda: d)
TT('d.popitem()', lambda: d.popitem())
TT('{}.popitem()', lambda: {}.popitem())
TT('d.update(1)', lambda: d.update(1))
TT('d.update([1])', lambda: d.update([1]))
TT('d.update([(1,2,3)])', lambda: d.update([(1,2,3)]))
TT('d.update(a=1)', lambda: d.update(a=1))
TT('d.update({},{})', lambda: d.update({},{}))
TT('d.update([(5,6)])', lambda: d.update([(5,6)]))
TT('dict(1)', lambda: dict(1))
TT('dict([(1,2)],a=3)', lambda: dict([(1,2)],a=3))
TT('dict({1:2},b=3)', lambda: dict({1:2},b=3))
TT('dict(1,2)', lambda: dict(1,2))
TT('dict.fromkeys([1,2])', lambda: dict.fromkeys([1,2]))
TT('dict.fromkeys([1,2],3)', lambda: dict.fromkeys([1,2],3))
TT('dict.fromkeys(1)', lambda: dict.fromkeys(1))
TT('d|{9:9}', lambda: d|{9:9})
TT('d|[1]', lambda: d|[1])
TT('[1]|d', lambda: [1]|d)
TT('{1:2}=={1:2.0}', lambda: {1:2}=={1:2.0})
TT('{1:2}!={1:3}', lambda: {1:2}!={1:3})
TT('{1:2}<{1:3}', lambda: {1:2}<{1:3})
TT('hash(d)', lambda: hash(d))
TT('1 in d', lambda: 1 in d)
TT('[] in d', lambda: [] in d)
TT('d.copy()', lambda: d.copy())
TT('d.clear()', lambda: d.clear())
TT('d', lambda: d)
TT('dict[int,str]', lambda: dict[int,str])
TT('{1:{2:3}}', lambda: {1:{2:3}})
TT('{**{1:2},**{3:4}}', lambda: {**{1:2},**{3:4}})
TT('{}.__sizeof__()', lambda: {}.__sizeof__())
TT('{1:2}.__sizeof__()', lambda: {1:2}.__sizeof__())
TT('dict.__class_getitem__(int)', lambda: dict.__class_getitem__(int))
TT('iter({1:2}).__length_hint__()', lambda: iter({1:2}).__length_hint__())
TT('list({1:2,3:4}.values())', lambda: list({1:2,3:4}.values()))
TT('d.__missing__', lambda: d.__missing__)
TT('d.__ior__([(1,2)])', lambda: d.__ior__([(1,2)]))
TT('d.__or__(3)', lambda: d.__or__(3))
TT('{(1,2):3}[1,2]', lambda: {(1,2):3}[1,2])
TT('{(1,2):3}[3,4]', lambda: {(1,2):3}[3,4])
def t(f, *a, **k):
    try: r = f(*a, **k); print(repr(r))
    except BaseException as e: print(type(e).__name__, e)
def f():
    d={1:1}
    for k in d: d[k+1]=1
t(f)
def f():
    d={1:1,2:2}
    for k in d: del d[k]
t(f)
def f():
    d={i:i for i in range(6)}
    for k in d: del d[k]; d[k+100]=1
t(f)
def f():
    s={1}
    for k in s: s.add(k+1)
t(f)
class D(dict):
    def __missing__(s,k): return k*2
print(D()[4], D({1:2}), type(D()|{1:2}), type(D().copy()))
def kw(**k): return k
t(lambda: kw(**{1:2})); t(lambda: kw(a=1,**{'a':2})); t(lambda: kw(**5)); t(lambda: kw(**{'a':1},**{'a':2}))
def va(*a): return a
t(lambda: va(*5)); t(lambda: va(*[1],*(2,)))
def big():
    d={}
    for i in range(20000): d[i*7]=i
    for i in range(0,20000,3): del d[i*7]
    for i in range(5000): d[-i]=i
    return sum(d.values()), len(d), list(d)[:5], list(d)[-5:], sum(d.keys())
t(big)
def q():
    d={}
    for i in range(1000): d[i]=i
    out=0
    while d: k,v=d.popitem(); out+=k*v
    for i in range(10): d[i]=i
    return out,d
t(q)
class H:
    def __init__(s,v): s.v=v
    def __hash__(s): return s.v%7
    def __eq__(s,o): return s.v==o.v
d={H(i):i for i in range(50)}
print([d[H(i)] for i in range(50)], H(60) in d, len(d)); s=set(H(i) for i in range(30)); print(len(s), H(3) in s, [x.v for x in s])
class E:
    def __hash__(s): return 1
    def __eq__(s,o): raise ValueError('eq')
t(lambda: {E():1, E():2}); t(lambda: {E(), E()}); t(lambda: E() in [E()])
class SS(set): pass
x=SS([1,2]); print(x, type(x|{3}), type(x.copy()), repr(SS()), x=={1,2}); x.y=4; print(x.__reduce__()[1:])
s={1}; s|={2}; s&={2,3}; s-={9}; s^={5}; print(s)
def f():
    s={1}; s|=[1]
t(f)
print({1:2}.keys()-{1}, {True:1,1:2}, {1.0:1,1:3}, {0:1,False:2,0.0:3})
