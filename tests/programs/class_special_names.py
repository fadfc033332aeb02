# Which special methods a class has, when names come and go in its bases before and after it was made.


class A:
    pass


class B(A):
    pass


def try_all(x):
    out = []
    for f in (len, bool, iter, next, abs, repr, hash, callable, lambda v: v + 1, lambda v: 1 + v, lambda v: v[0], lambda v: 3 in v, lambda v: v == v, lambda v: v < v):
        try:
            r = f(x)
            out.append(r if isinstance(r, (int, str, list)) and 'object at' not in str(r) else type(r).__name__)
        except Exception as e:
            out.append(type(e).__name__)
    return out


def made_now(base):
    class D(base):
        pass
    return D()


def show(what):
    print(what, [round(v, 3) if isinstance(v, float) else v for v in try_all(made_now(B))][:5], try_all(made_now(B))[7:])


show('bare')
B.__hash__ = lambda self: 7
A.__len__ = lambda self: 0
show('len in A')
A.__add__ = lambda self, o: ('add', o)[1]
B.__radd__ = lambda self, o: 9
show('add in A, radd in B')
del A.__len__
show('no len')
A.__getitem__ = lambda self, i: [i][i]
show('items')
B.__iter__ = None
show('no iterator')
del B.__iter__, A.__getitem__
show('neither')


class Text(str):
    pass


for key in ('__len__', Text('__len__')):
    C = type('C', (B,), {key: lambda self: 5, Text('word'): 6})
    print(len(C()), len(made_now(C)), C.word, made_now(C).word, hasattr(C, 'other'))


class Meta(type):
    def __len__(cls):
        return 11

    def __prepare__(name, bases, **kw):
        return {'__abs__': lambda self: name}


class M(metaclass=Meta):
    pass


print(len(M), abs(M()), abs(made_now(M)), bool(M))
Meta.__contains__ = lambda cls, x: x == 1
print(1 in M, 2 in M, 1 in type(made_now(M)))


class Mix:
    def __call__(self, *a):
        return a

    def __enter__(self):
        return self

    def __exit__(self, *a):
        return True


class Both(B, Mix):
    pass


print(Both()(1, 2), made_now(Both)(3))
with made_now(Both):
    1 / 0
del Mix.__call__
print(callable(Both()), callable(made_now(Both)))
Both.__bases__ = (Mix, A)
Mix.__neg__ = lambda self: 'neg'
print(-Both(), -made_now(Both))
A.__slots_seen__ = 1
for i in range(300):
    setattr(A, '__x%d__' % i, i)
A.__invert__ = lambda self: 'inverted'
print(~made_now(A), ~made_now(Both))


class I(int):
    __slots__ = ()


class J(I):
    def __add__(self, o):
        return 'J+'


print(J(3) + 1, I(3) + 1, made_now(J) + 1, 1 + J(4), J(2) * 3, divmod(J(7), 2))
