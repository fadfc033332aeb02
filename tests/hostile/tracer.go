// What a traced run does to the program: a trace function overwrites variables, moves frames and replaces code.

package main

// tracer is run before a program. It ends by itself after a number of events, so that programs get on.
const tracer = `
import sys
state, left, values = SEED, 3000, [None, 0, 'x', [], {}, (), len, 1.5, 1 << 70, int]
def choose(n):
    global state
    state = (state * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
    return (state >> 33) % n

def trace(frame, event, arg):
    global left
    left -= 1
    if left < 0:
        sys.settrace(None)
        return None
    code = frame.f_code
    k = choose(40)
    try:
        if k < 4:
            frame.f_trace_opcodes = True
        elif k < 14:
            names = [n for n in frame.f_locals]
            if names:
                n = names[choose(len(names))]
                frame.f_locals[n] = values[choose(len(values))]
                values[choose(len(values))] = frame.f_locals[n]
        elif k < 24:
            lines = [l for _, _, l in code.co_lines() if l]
            if lines:
                frame.f_lineno = lines[choose(len(lines))]
        elif k < 28:
            c = bytearray(code.co_code)
            i = choose(len(c))
            c[i] = (c[i] + choose(5) - 2) & 255
            new = code.replace(co_code=bytes(c))
            for f in list(frame.f_globals.values()):
                if type(f) is type(trace) and f.__code__ is code:
                    f.__code__ = new
        elif k < 29:
            f = frame.f_back
            if f is not None:
                f.f_lineno = f.f_code.co_firstlineno + choose(5)
        elif k < 30:
            frame.clear()
        elif k < 31:
            values[choose(len(values))] = frame
        elif k < 32:
            values[choose(len(values))] = arg
        elif k < 33:
            sys.settrace(None)
            sys.settrace(trace)
    except (ValueError, RuntimeError, TypeError, SystemError, KeyError, AttributeError):
        pass
    return trace
sys.settrace(trace)
`
