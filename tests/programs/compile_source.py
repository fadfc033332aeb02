# What compile(), eval() and exec() make of sources, and the SyntaxErrors of wrong ones.
import sys
sys.modules.get("warnings") or __import__("_warnings")
def show(*a, **k):
    try: compile(*a, **k)
    except BaseException as e:
        print(a, type(e).__name__, e.args, [getattr(e,x,'-') for x in 'msg filename lineno offset text end_lineno end_offset print_file_and_line'.split()])
show(b'# coding: foo\n', 'f','exec'); show(b'a\x00', 'f','exec')
show(b'# coding: ascii\n\xff', 'f','exec')
show('from __future__ import braces', 'f','exec'); show('def f(a,a):pass', 'f','exec'); show('return', 'f','exec'); show('x x', 'f','exec')
show('\ud800', 'f','exec')
show('"\\ud800" "\\N{foo}"', 'f','exec')
show('('*300, 'f','exec')
show('if x:\n\ty\n        z', 'f','exec')
show('1'*5000, 'f','exec')
import _warnings; _warnings.filters.insert(0,("error",None,Warning,None,0)) if 1 else 0; (getattr(_warnings,"_filters_mutated",None) or getattr(_warnings,"_filters_mutated_lock_held"))()
show('x="\\d"\n', 'f','exec'); show('1 is 1\n()()', 'f','exec'); show('x=1;1if x else 2', 'f','exec'); show('f"{1}\\d"\n', 'f','exec');
show('assert (1,2)', 'f','exec'); show(' x', 'f', 'eval'); show('', 'f','eval'); show('1', 'f','foo'); show('1', 'f','func_type'); show(3, 'f','exec'); show('3', 4,'exec'); show('3', 'f','exec',optimize=4); show('3', 'f','exec',flags=1);show('3', 'f\0','exec')
show('\n"""\n\\d"""\n', 'f','exec')
show('\n\n2 if 1 is 1 else 3\n', 'f','exec')
show('x=0xfor y in z: pass', 'f','exec')
import _warnings; del _warnings.filters[0]; (getattr(_warnings,"_filters_mutated",None) or getattr(_warnings,"_filters_mutated_lock_held"))()
print(eval("1+2"), eval(b" \t3*4"), eval(bytearray(b"5")), eval(memoryview(b"6")))
g={}
exec("x=1\ndef f(a): return a+x", g); print(g['f'](3))
def h():
    y=5
    exec("z=y"); print(locals())
    return [eval("y") for _ in range(2)]
print(h())
for a in [("1 +",), ("x",{}, {}), (3,), ("1",1), ("1", {}, 1)]:
    try: print(eval(*a))
    except Exception as e: print(type(e), e)
for a in [("1 +",), ("x",{}, {}), (3,), ("1",1), ("1", {}, 1)]:
    try: print(exec(*a))
    except Exception as e: print(type(e), e)
try: exec("1", closure=())
except Exception as e: print(e)
c=compile("a=1\nif a:\n  print('hi')\n","<x>","exec"); exec(c)
exec(compile("1+1\n","<x>","single"))
def ff():
    exec("1\n1/0")
try: ff()
except ZeroDivisionError as e: print(e.__traceback__.tb_next.tb_next.tb_lineno)
print(eval("[i for i in range(3) if i in k]", {'k':[1,2]}))
print(eval("lambda q=1: (q, __debug__)")())
assert eval("__name__")=="__main__"
exec("def f(:")
