# needs: stdlib
# What dis shows of code that runs hot, and the executors behind it: each stands for the instruction that is there without it.
import _opcode
import dis
import io


def total(n):
    t = 0
    for i in range(n):
        if i % 3:
            t += i
        else:
            t -= len("ab")
    return t


def nested(n):
    out = []
    for i in range(n):
        for j in range(3):
            out.append(i * j)
        while len(out) > 9:
            out.pop()
    return out


for f, n in (total, 1500), (nested, 500):
    for _ in range(4):
        f(n)
    plain = [(i.offset, i.opname) for i in dis.get_instructions(f)]
    for i in dis.get_instructions(f, adaptive=True):
        if i.opcode == dis.opmap["ENTER_EXECUTOR"]:
            print("an executor is not looked through", i)
    hot = [(i.offset, i.baseopname) for i in dis.get_instructions(f, adaptive=True)]
    print(f.__name__, hot == plain, len(hot))
    shown = io.StringIO()
    dis.dis(f, adaptive=True, file=shown)
    print("ENTER_EXECUTOR" in shown.getvalue(), len(shown.getvalue().splitlines()))

code = total.__code__
for offset in range(-2, len(code.co_code) + 3):
    try:
        ex = _opcode.get_executor(code, offset)
    except (ValueError, RuntimeError):  # the latter where there are none at all
        pass
    else:
        base = dis._all_opname[dis._deoptop(ex.get_opcode())]
        if base not in ("RESUME", "JUMP_BACKWARD") or not ex.is_valid() or ex.get_oparg() != code.co_code[offset + 1]:
            print("a wrong executor", offset, base)
try:
    _opcode.get_executor(code=3, offset=4)
except TypeError as e:
    print(type(e).__name__)
except RuntimeError:
    print("TypeError")
