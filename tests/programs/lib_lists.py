# Lists, tuples, unpacking and the built-in iterators: results, and errors with their texts.
def TT(s,f):
    try: print(s, repr(f()))
    except BaseException as e: print(s, type(e).__name__, e)
def t(f, *a, **k):
    try: r = f(*a, **k); print(repr(r))
    except BaseException as e: print(type(e).__name__, e)
# lists
l=[3,1,2]
TT('l[5]', lambda: l[5])
TT("l['a']", lambda: l['a'])
TT('l[0:2]', lambda: l[0:2])
TT('l[::-1]', lambda: l[::-1])
TT('l[::2]', lambda: l[::2])
TT('l[1:]', lambda: l[1:])
TT('l[-2:]', lambda: l[-2:])
TT('l+[1]', lambda: l+[1])
TT('l+(1,)', lambda: l+(1,))
TT('l*2', lambda: l*2)
TT('2*l', lambda: 2*l)
TT("l*'a'", lambda: l*'a')
TT('l*-1', lambda: l*-1)
TT('l==[3,1,2]', lambda: l==[3,1,2])
TT('l<[3,2]', lambda: l<[3,2])
TT('[]<[1]', lambda: []<[1])
TT('1 in l', lambda: 1 in l)
TT('9 in l', lambda: 9 in l)
TT('l.index(2)', lambda: l.index(2))
TT('l.index(9)', lambda: l.index(9))
TT('l.index(2,0,1)', lambda: l.index(2,0,1))
TT('l.count(1)', lambda: l.count(1))
TT('l.pop(9)', lambda: l.pop(9))
TT('[].pop()', lambda: [].pop())
TT('l.insert(1)', lambda: l.insert(1))
TT('l.copy()', lambda: l.copy())
TT('list((1,2))', lambda: list((1,2)))
TT("list('abc')", lambda: list('abc'))
TT('list(1)', lambda: list(1))
TT('list(1,2)', lambda: list(1,2))
TT('list(a=1)', lambda: list(a=1))
TT('list(reversed(l))', lambda: list(reversed(l)))
TT('sorted(l)', lambda: sorted(l))
TT('sorted(l,key=lambda x:-x)', lambda: sorted(l,key=lambda x:-x))
TT('sorted(l,reverse=True)', lambda: sorted(l,reverse=True))
TT("sorted([1,'a'])", lambda: sorted([1,'a']))
TT('l.sort(1)', lambda: l.sort(1))
TT('l.sort(foo=1)', lambda: l.sort(foo=1))
TT('sorted()', lambda: sorted())
TT('sorted(1)', lambda: sorted(1))
TT('sorted(l,1)', lambda: sorted(l,1))
TT('hash(l)', lambda: hash(l))
TT('l[1.0]', lambda: l[1.0])
TT('[[]]*3', lambda: [[]]*3)
TT('[1,[2,[3]]]', lambda: [1,[2,[3]]])
TT('l.__getitem__(1)', lambda: l.__getitem__(1))
TT('list.__class_getitem__(int)', lambda: list.__class_getitem__(int))
TT('list[int]', lambda: list[int])
TT('l.append()', lambda: l.append())
TT('l.append(1,2)', lambda: l.append(1,2))
TT('l.extend(1)', lambda: l.extend(1))
TT('l.remove(99)', lambda: l.remove(99))
TT('l.__len__()', lambda: l.__len__())
TT('l.append.__name__', lambda: l.append.__name__)
TT('[1,2]>=[1,2]', lambda: [1,2]>=[1,2])
TT('[1]!=[1]', lambda: [1]!=[1])
TT('l.__eq__(3)', lambda: l.__eq__(3))
TT('l.__lt__([9])', lambda: l.__lt__([9]))
TT('l[2**100]', lambda: l[2**100])
TT('l[:2**100]', lambda: l[:2**100])
TT("l['a':]", lambda: l['a':])
TT('l[::0]', lambda: l[::0])
TT("l.pop('a')", lambda: l.pop('a'))
TT('l.__sizeof__()', lambda: l.__sizeof__())
TT('isinstance(l,list)', lambda: isinstance(l,list))
TT('list.__mro__', lambda: list.__mro__)
TT('l.__contains__(1)', lambda: l.__contains__(1))
TT('l.__add__([1])', lambda: l.__add__([1]))
TT('l.__mul__(2)', lambda: l.__mul__(2))
TT('l.__rmul__(2)', lambda: l.__rmul__(2))
TT('[1,2,3].__imul__(2)', lambda: [1,2,3].__imul__(2))
TT('[1].__iadd__((2,))', lambda: [1].__iadd__((2,)))
x=list(range(10)); x[2:5]=[]; print(x); x[1:1]=[7,8,9]; print(x); x[::2]=[0]*len(x[::2]); print(x)
def f():
    x=list(range(10)); x[::2]=[1]
t(f)
def f():
    x=list(range(10)); x[::2]=3
t(f)
def f():
    x=list(range(10)); x[1:2]=3
t(f)
def f():
    x=list(range(10)); del x[::3]; print(x); del x[1]; print(x); del x[-1:]; print(x); del x[::-2]; print(x); del x[:]; print(x); del x[0]
t(f)
def f():
    x=[1,2,3]; x[5]=1
t(f)
def f():
    x=[1,2]; x.append(x); print(x); d={1:x}; x.append(d); print(x); print(d); s=(x,); x.append(s); print(s)
t(f)
a=[1,2,3]; a[1:1]=a; print(a); a+=a; print(a); a*=2; print(a); a.reverse(); print(a); a.clear(); print(a)
class K:
    def __init__(s,n): s.n=n
    def __lt__(s,o): L.append((s.n,o.n)); return s.n<o.n
    def __repr__(s): return 'K%d'%s.n
L=[]
import_ = [K(i*7919%101) for i in range(100)]
import_.sort(); print(import_, len(L), L[:50])
def f():
    q=[3,2,1]
    q.sort(key=lambda v: q.append(v))
t(f)
def f():
    q=[3,2,1]
    q.sort(key=lambda v: 1/0)
t(f)
class Bad:
    def __lt__(s,o): raise ValueError('bad')
def f():
    q=[Bad() for i in range(70)]; q.sort()
t(f)
print(sorted(['b','a','B','é','Z','日本','aa'])); print(sorted([1.5,-2.0,float('inf'),0.0])); print(sorted([(1,'b'),(1,'a'),(0,'z')]))
print(sorted([1,True,0,False,2.5,-1])); print(sorted([2**70,-2**80,5,2**49,-2**50,2**48]))
print(sorted("the quick brown fox".split(), key=len, reverse=True))
# tuple
tp=(1,2,3)
TT('tp[5]', lambda: tp[5])
TT("tp['a']", lambda: tp['a'])
TT('tp[0:2]', lambda: tp[0:2])
TT('tp[::-1]', lambda: tp[::-1])
TT('tp+(1,)', lambda: tp+(1,))
TT('tp+[1]', lambda: tp+[1])
TT('tp*2', lambda: tp*2)
TT('tp.index(9)', lambda: tp.index(9))
TT('tp.count(1)', lambda: tp.count(1))
TT('hash(())', lambda: hash(()))
TT('hash((1,2,3))', lambda: hash((1,2,3)))
TT("hash((1,'a',None,2.5,(3,4)))", lambda: hash((1,'a',None,2.5,(3,4))))
TT('hash((1,[]))', lambda: hash((1,[])))
TT('tuple([1,2])', lambda: tuple([1,2]))
TT('tuple(1)', lambda: tuple(1))
TT('tuple()', lambda: tuple())
TT('tuple(1,2)', lambda: tuple(1,2))
TT('tuple(a=1)', lambda: tuple(a=1))
TT('()', lambda: ())
TT('(1,)', lambda: (1,))
TT('tp<(1,3)', lambda: tp<(1,3))
TT('tp==(1,2,3)', lambda: tp==(1,2,3))
TT('(1,2)<(1,2,3)', lambda: (1,2)<(1,2,3))
TT('tp is tp[:]', lambda: tp is tp[:])
TT("tuple('abc')", lambda: tuple('abc'))
TT('tp.__getnewargs__()', lambda: tp.__getnewargs__())
TT('tp.index()', lambda: tp.index())
TT('max(tp)', lambda: max(tp))
TT('min(tp)', lambda: min(tp))
TT('min([])', lambda: min([]))
TT('min(1)', lambda: min(1))
TT('min(3,1,2,key=lambda x:-x)', lambda: min(3,1,2,key=lambda x:-x))
TT('max([],default=5)', lambda: max([],default=5))
TT('max(1,2,default=5)', lambda: max(1,2,default=5))
TT("max('a',1)", lambda: max('a',1))
TT('max(x=1)', lambda: max(x=1))
TT('max()', lambda: max())
TT('sum(tp)', lambda: sum(tp))
class T(tuple):
    def __new__(c,*a): return super().__new__(c,a)
z=T(1,2); z.x=5; print(z, z.x, type(z+(1,)), type(z[:]), len(z), hash(z)==hash((1,2)), z==(1,2))
class LL(list):
    def __init__(s,*a,foo=1): super().__init__(*a); s.foo=foo
z=LL([1],foo=3); z.append(2); print(z,z.foo,type(z+[1]),type(z.copy()),type(z[:]), z==[1,2])
# unpack
def u1(): a,b=1
def u2(): a,b=[1]
def u3(): a,b=1,2,3
def u4(v): a,*b=v; return a,b
def u5(v): a,*b,c=v; return a,b,c
def u6(v): a,b,c=v; return a,b,c
for g,v in ((u1,()),(u2,()),(u3,()),(u4,([],)),(u5,([1],)),(u5,([1,2,3],)),(u4,('abc',)),(u6,('abcd',)),(u6,({1,2,3},)),(u6,(iter([1,2]),)),(u5,(None,))): t(g,*v)
# iter
TT('iter(1)', lambda: iter(1))
TT('iter([1],2)', lambda: iter([1],2))
TT('next(iter([]))', lambda: next(iter([])))
TT('next(1)', lambda: next(1))
TT('next(iter([]),5)', lambda: next(iter([]),5))
TT('list(iter(iter([1,2,0,3]).__next__,0))', lambda: list(iter(iter([1,2,0,3]).__next__,0)))
TT("list(enumerate('ab',5))", lambda: list(enumerate('ab',5)))
TT('enumerate()', lambda: enumerate())
TT('enumerate(1)', lambda: enumerate(1))
TT('list(enumerate([1],2**48-1))', lambda: list(enumerate([1],2**48-1)))
TT('list(enumerate([1,2],start=2**60))', lambda: list(enumerate([1,2],start=2**60)))
TT("list(zip([1,2],'ab',(3,4,5)))", lambda: list(zip([1,2],'ab',(3,4,5))))
TT('zip(1)', lambda: zip(1))
TT('list(zip())', lambda: list(zip()))
TT('list(map(lambda a,b:a+b,[1,2],[3,4,5]))', lambda: list(map(lambda a,b:a+b,[1,2],[3,4,5])))
TT('map(1)', lambda: map(1))
TT("list(filter(None,[0,1,'',2]))", lambda: list(filter(None,[0,1,'',2])))
TT('filter(1)', lambda: filter(1))
TT("list(reversed('abc'))", lambda: list(reversed('abc')))
TT('reversed(1)', lambda: reversed(1))
TT('list(reversed((1,2)))', lambda: list(reversed((1,2))))
TT('list(reversed({1:2,3:4}))', lambda: list(reversed({1:2,3:4})))
TT('iter([1,2]).__length_hint__()', lambda: iter([1,2]).__length_hint__())
TT('iter((1,2)).__length_hint__()', lambda: iter((1,2)).__length_hint__())
TT('list(zip([1],[1,2],strict=True))', lambda: list(zip([1],[1,2],strict=True)))
TT('list(zip([1,2],[1],strict=True))', lambda: list(zip([1,2],[1],strict=True)))
TT('zip([],foo=1)', lambda: zip([],foo=1))
TT('list(reversed(range(5)))', lambda: list(reversed(range(5))))
TT('reversed({1})', lambda: reversed({1}))
TT('reversed([1,2]).__length_hint__()', lambda: reversed([1,2]).__length_hint__())
TT('enumerate([1],foo=2)', lambda: enumerate([1],foo=2))
TT("type(iter([])),type(iter(())),type(iter({})),type(iter(set())),type(reversed([])),type(iter(int,1)),type(iter('')),type(reversed({}))", lambda: (type(iter([])),type(iter(())),type(iter({})),type(iter(set())),type(reversed([])),type(iter(int,1)),type(iter('')),type(reversed({}))))
class G:
    def __getitem__(s,i):
        if i>3: raise IndexError
        return i*2
    def __len__(s): return 4
print(list(G()),list(reversed(G())),6 in G(),7 in G(),iter(G()).__length_hint__(), tuple(G()), max(G()))
