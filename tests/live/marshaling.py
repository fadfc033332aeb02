# marshal: values, references, bad data.
import marshal
for x in [lambda:0, object]:
    try: print(marshal.dumps(x))
    except Exception as e: print(repr(e))
l=[1];l.append(l); l.append((l,)); d={'a':l}; d['d']=d
x=marshal.loads(marshal.dumps(l)); print(x, x[1] is x, x[2][0] is x)
x=marshal.loads(marshal.dumps(d)); print(x['d'] is x)
for d in [b'', b'?', b'i\1', b's\xff\xff\xff\x7f', 'x', b'[\1\0\0\0', b'0', b'c'+b'\0'*100]:
    try: print(marshal.loads(d))
    except Exception as e: print(type(e) if d[:1]==b'c' else repr(e))
def f(x,y=2,*a,k): 
    def g(): return x
    return x+y+g()
c=marshal.loads(marshal.dumps(f.__code__)); print(c==f.__code__, c.co_name)
f.__code__=c
print(f(3,k=1))
try: marshal.dumps(f.__code__, allow_code=False)
except Exception as e: print(repr(e))
try: marshal.loads(marshal.dumps(f.__code__), allow_code=False)
except Exception as e: print(repr(e))
for v in [1, -1, 2**31, 2**63, -2**100, 1.5, float('inf'), 1j, "abc", "é€😀", "\ud800", b"xy", bytearray(b"q"), (1,(2,)), [1], {1:2}, {1}, frozenset([2]), None, ..., True, StopIteration, "a"*300]:
    r = marshal.loads(marshal.dumps(v)); print(r == v, type(r))
import io
b=io.BytesIO()
marshal.dump([1,2],b); marshal.dump("x",b); b.seek(0)
print(marshal.load(b), marshal.load(b), marshal.version)
try: marshal.load(b)
except Exception as e: print(repr(e))
deep=[]
for i in range(3000): deep=[deep]
try: marshal.dumps(deep)
except Exception as e: print(repr(e))
