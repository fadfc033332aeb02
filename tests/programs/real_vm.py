# A stack machine with an assembler, and a tape language interpreter.
import sys


class Halt(Exception):
    pass


class VM:
    def __init__(self, code, out):
        self.code, self.out = code, out
        self.stack, self.calls, self.vars = [], [], {}
        self.pc = self.steps = 0
        self.table = {name[3:]: getattr(self, name) for name in dir(self) if name.startswith("op_")}

    def op_push(self, v): self.stack.append(v)
    def op_pop(self, _): self.stack.pop()
    def op_dup(self, _): self.stack.append(self.stack[-1])
    def op_add(self, _): b = self.stack.pop(); self.stack[-1] += b
    def op_sub(self, _): b = self.stack.pop(); self.stack[-1] -= b
    def op_mul(self, _): b = self.stack.pop(); self.stack[-1] *= b
    def op_lt(self, _): b = self.stack.pop(); self.stack[-1] = self.stack[-1] < b
    def op_load(self, n): self.stack.append(self.vars[n])
    def op_store(self, n): self.vars[n] = self.stack.pop()
    def op_jmp(self, t): self.pc = t
    def op_jz(self, t): self.pc = self.pc if self.stack.pop() else t
    def op_call(self, t): self.calls.append(self.pc); self.pc = t
    def op_ret(self, _): self.pc = self.calls.pop()
    def op_print(self, _): self.out.append(self.stack.pop())

    def op_halt(self, _):
        raise Halt(self.steps)

    def run(self, limit=100000):
        while self.steps < limit:
            op, arg = self.code[self.pc]
            self.pc += 1
            self.steps += 1
            try:
                self.table[op](arg)
            except Halt as h:
                return h.args[0]
            except (IndexError, KeyError) as e:
                raise RuntimeError(f"{op} at {self.pc - 1}: {type(e).__name__} {e}") from e
        raise TimeoutError(f"{limit} steps")


def assemble(text):
    labels, lines = {}, []
    for raw in text.splitlines():
        line = raw.partition(";")[0].strip()
        if line.endswith(":"):
            labels[line[:-1]] = len(lines)
        elif line:
            op, *arg = line.split()
            lines.append((op, arg[0] if arg else None))
    return [(op, labels.get(arg, int(arg) if arg and arg.lstrip("-").isdigit() else arg)) for op, arg in lines]


PROGRAM = """
    push 1
    store acc
    push 1
    store i      ; factorial of 20, then sums
loop:
    load i
    push 21
    lt
    jz done
    load acc
    load i
    mul
    store acc
    load i
    push 1
    add
    store i
    jmp loop
done:
    load acc
    print
    push 7
    call square
    print
    halt
square:
    dup
    mul
    ret
"""
out = []
print(VM(assemble(PROGRAM), out).run(), out)
for bad in ("add", "push 1\nload nope", "start:\njmp start", "nonsense"):
    try:
        VM(assemble(bad), []).run(1000)
    except Exception as e:
        print(type(e).__name__, e, "|", repr(e.__cause__))


def tape(code, data=""):
    jump, stack = {}, []
    for i, c in enumerate(code):
        if c == "[":
            stack.append(i)
        elif c == "]":
            j = stack.pop()
            jump[i], jump[j] = j, i
    cells, at, i, out, data = [0], 0, 0, [], iter(data)
    while i < len(code):
        match code[i]:
            case ">":
                at += 1
                if at == len(cells):
                    cells.append(0)
            case "<":
                at -= 1
            case "+":
                cells[at] = (cells[at] + 1) % 256
            case "-":
                cells[at] = (cells[at] - 1) % 256
            case ".":
                out.append(chr(cells[at]))
            case ",":
                cells[at] = ord(next(data, "\0"))
            case "[" if not cells[at]:
                i = jump[i]
            case "]" if cells[at]:
                i = jump[i]
        i += 1
    return "".join(out)


print(tape("++++++++[>++++[>++>+++>+++>+<<<<-]>+>+>->>+[<]<-]>>.>---.+++++++..+++.>>.<-.<.+++.------.--------.>>+."))
print(tape(",[.,]", "echo é"), tape(",>,<[->+<]>.", "1!"))
