"""Assigning f_lineno in a trace function."""
import sys


def h(a=0, i=0, f=0):
    a = 1
    a = 2
    for i in range(2):
        a += 1
    try:
        a = 5
        raise ValueError
    except ValueError:
        a = 7
    with open('/dev/null') as f:
        a = 8
    return a
def jumper(frm, to, base=h.__code__.co_firstlineno):
    ev=[]
    done=[]
    def tr(f,e,a):
        if f.f_code is not h.__code__: return
        if e in('line','return'): ev.append((e, f.f_lineno-base))
        if e=='line' and f.f_lineno-base==frm and not done:
            done.append(1)
            try: f.f_lineno=to+base; ev.append(('now',f.f_lineno-base))
            except Exception as x: ev.append(str(x))
        return tr
    sys.settrace(tr)
    try: r=h()
    except Exception as x: r=repr(x)
    sys.settrace(None)
    print(frm,to,r,ev)
jumper(1,3);jumper(2,1);jumper(1,4);jumper(4,1);jumper(4,12);jumper(1,8);jumper(1,9);jumper(1,11);jumper(9,1);jumper(11,1);jumper(1,99);jumper(1,-99);jumper(1,0);jumper(3,5);jumper(6,12);jumper(11,12)
try: sys._getframe().f_lineno=3
except Exception as x: print(x)
