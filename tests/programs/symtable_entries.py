# Module _symtable.
import _symtable
print({k:getattr(_symtable,k) for k in dir(_symtable) if not k.startswith('_')}, _symtable.__doc__, bool(_symtable.symtable.__doc__))
def show(t, d=0):
    print(' '*d, t.name, t.symbols, t.varnames, t.nested, t.type, t.lineno, repr(t).split('(')[0])
    for c in t.children: show(c, d+1)
show(_symtable.symtable("x=1\ndef f(a,b=[i for i in z]):\n global y\n def g(): nonlocal a; a=(lambda: a)\nclass A[T: int]: __x=3\ntype Q[*Ts]=int\nfrom __future__ import annotations","f","exec"))
show(_symtable.symtable(b"{x:y for x in y}","f","eval"))
show(_symtable.symtable(b"class A:\n def f(self): return __class__, super()\n","f","single"))
for a in [(1,'f','exec'),('x','f','foo'),(b'x',3,'exec'),('\0','f','exec'),('def f(a,a):0','f','exec'),('(','f','exec')]:
    try: _symtable.symtable(*a)
    except Exception as e: print(type(e), e)
