# Opcode events: f_trace_opcodes asks for them once the frame has a trace function.
import sys
ev=[]
def tr(frame,event,arg):
    frame.f_trace_opcodes=True
    ev.append((frame.f_lineno-frame.f_code.co_firstlineno,event,frame.f_lasti if event=='opcode' else None))
    return tr
def f():
    try:
        try:
            pass
        except Exception as ex:
            f2()
    except ValueError:
        pass
def run(f):
    global ev
    ev=[]
    sys.settrace(tr)
    f()
    sys.settrace(None)
    print(len(ev), sum(e[1]=='opcode' for e in ev), ev[:12])
run(f)
run(f)
def g():
    x=1
    y=2
run(g)
run(g)
