# Tracing, profiling, monitoring and f_locals that begin in the midst of a hot loop.
import sys
def traced(n, f):
    t = 0
    for i in range(n):
        t += callee(i)
        if i == 50: f(True)
        if i == 60: f(False)
        t -= 1
    return t
def callee(i):
    a = i + 1
    return a
log = []
def tr(frame, event, arg):
    log.append((frame.f_code.co_name, event, frame.f_lineno - frame.f_code.co_firstlineno))
    return tr
def on(b):
    fr = sys._getframe(1)
    if b:
        fr.f_trace = tr
        sys.settrace(tr)
    else:
        sys.settrace(None)
        fr.f_trace = None
for k in range(3):
    log.clear()
    print(traced(100, on), len(log), hash(str(log)) and log[:12], log[-6:])
def prof(frame, event, arg): log.append((frame.f_code.co_name, event))
for k in range(3):
    log.clear()
    print(traced(100, lambda b: sys.setprofile(prof if b else None)), len(log), log[:8])
mon = sys.monitoring
def flip(b):
    mon.set_events(1, ev if b else 0)
def flip_local(b):
    mon.set_local_events(1, callee.__code__, ev if b else 0)
mon.use_tool_id(1, 't')
def line(code, l): log.append((code.co_name, l - code.co_firstlineno))
mon.register_callback(1, mon.events.LINE, line)
mon.register_callback(1, mon.events.BRANCH, lambda c, a, b: log.append((c.co_name, a, b)))
mon.register_callback(1, mon.events.JUMP, lambda c, a, b: log.append((c.co_name, a, b)))
mon.register_callback(1, mon.events.PY_START, lambda c, a: log.append((c.co_name, a)))
for ev in (mon.events.LINE, mon.events.BRANCH | mon.events.JUMP, mon.events.PY_START, mon.events.LINE | mon.events.BRANCH):
    log.clear()
    print(traced(100, flip), len(log), log[:10])
    log.clear()
    print(traced(100, flip_local), len(log), log[:10])
def disable(code, l):
    log.append(l - code.co_firstlineno); return mon.DISABLE
mon.register_callback(1, mon.events.LINE, disable)
log.clear()
ev = mon.events.LINE
print(traced(100, flip), log)
# f_locals
def poke(i):
    fr = sys._getframe(1)
    if i % 25 == 24:
        fr.f_locals['t'] = fr.f_locals['t'] + 1000
        fr.f_locals['x'] = 'poked' if i > 60 else 1.5
def poked(n):
    t = 0
    x = 1
    for i in range(n):
        t += 1
        t = t + i
        poke(i)
        t += 2
        if type(x) is not int:
            t += len(x) if isinstance(x, str) else x
            x = 1
        t = t + x
    return t
for k in range(3): print(poked(100))
def poke2(i):
    fr = sys._getframe(2)
    if i % 30 == 29: fr.f_locals['t'] = 'z'
def mid(i):
    poke2(i); return i
def poked2(n):
    t = 0
    for i in range(n):
        t = t + 1
        j = mid(i) + t
        if t == 'z': t = 5
    return t, j
try:
    for k in range(3): print(poked2(29), poked2(100))
except TypeError as e: print(e)
def lineno(n):
    t = []
    for i in range(n):
        t.append(sys._getframe().f_lineno)
        t.append(who(i))
        t.append(
            who(i))
    return sorted(set(t), key=str)
def who(i):
    fr = sys._getframe(1)
    return (fr.f_lineno, fr.f_lasti, fr.f_code.co_name, sys._getframe().f_lineno)
print(lineno(50))
