# A calculator: tokenizer, Pratt parser to a tree of node objects, evaluator, simplifier and symbolic derivative.
import math


class ParseError(Exception):
    def __init__(self, message, position):
        super().__init__(message, position)
        self.message = message
        self.position = position

    def __str__(self):
        return f"{self.message} at column {self.position}"


class Token:
    __slots__ = ("kind", "text", "position")

    def __init__(self, kind, text, position):
        self.kind = kind
        self.text = text
        self.position = position

    def __repr__(self):
        return f"{self.kind}:{self.text!r}@{self.position}"


def tokenize(source):
    i = 0
    n = len(source)
    while i < n:
        c = source[i]
        if c.isspace():
            i += 1
            continue
        start = i
        if c.isdigit() or c == "." and i + 1 < n and source[i + 1].isdigit():
            while i < n and (source[i].isdigit() or source[i] == "."):
                i += 1
            if i < n and source[i] in "eE":
                i += 1
                if i < n and source[i] in "+-":
                    i += 1
                while i < n and source[i].isdigit():
                    i += 1
            yield Token("num", source[start:i], start)
        elif c.isalpha() or c == "_":
            while i < n and (source[i].isalnum() or source[i] == "_"):
                i += 1
            yield Token("name", source[start:i], start)
        elif source[i : i + 2] in ("**", "<=", ">=", "==", "!="):
            i += 2
            yield Token("op", source[start:i], start)
        elif c in "+-*/%()<>,=?:":
            i += 1
            yield Token("op", c, start)
        else:
            raise ParseError(f"unexpected {c!r}", i)
    yield Token("end", "", n)


class Node:
    def __eq__(self, other):
        return type(self) is type(other) and self.__dict__ == other.__dict__

    def simplify(self):
        return self


class Num(Node):
    def __init__(self, value):
        self.value = value

    def eval(self, env):
        return self.value

    def diff(self, name):
        return Num(0)

    def __str__(self):
        return str(self.value)


class Var(Node):
    def __init__(self, name):
        self.name = name

    def eval(self, env):
        try:
            return env[self.name]
        except KeyError:
            raise NameError(f"unknown variable {self.name!r}") from None

    def diff(self, name):
        return Num(1 if name == self.name else 0)

    def __str__(self):
        return self.name


class Neg(Node):
    def __init__(self, operand):
        self.operand = operand

    def eval(self, env):
        return -self.operand.eval(env)

    def diff(self, name):
        return Neg(self.operand.diff(name))

    def simplify(self):
        x = self.operand.simplify()
        if isinstance(x, Num):
            return Num(-x.value)
        if isinstance(x, Neg):
            return x.operand
        return Neg(x)

    def __str__(self):
        return f"-{self.operand}"


OPS = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "%": lambda a, b: a % b,
    "**": lambda a, b: a**b,
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
}


class Bin(Node):
    def __init__(self, op, left, right):
        self.op = op
        self.left = left
        self.right = right

    def eval(self, env):
        return OPS[self.op](self.left.eval(env), self.right.eval(env))

    def diff(self, name):
        u, v = self.left, self.right
        du, dv = u.diff(name), v.diff(name)
        if self.op in "+-":
            return Bin(self.op, du, dv)
        if self.op == "*":
            return Bin("+", Bin("*", du, v), Bin("*", u, dv))
        if self.op == "/":
            return Bin("/", Bin("-", Bin("*", du, v), Bin("*", u, dv)), Bin("**", v, Num(2)))
        if self.op == "**" and isinstance(v, Num):
            return Bin("*", Bin("*", v, Bin("**", u, Num(v.value - 1))), du)
        raise ArithmeticError(f"cannot differentiate {self.op}")

    def simplify(self):
        a, b = self.left.simplify(), self.right.simplify()
        if isinstance(a, Num) and isinstance(b, Num):
            return Num(OPS[self.op](a.value, b.value))
        match self.op, a, b:
            case "+", Num(value=0), x:
                return x
            case ("+" | "-"), x, Num(value=0):
                return x
            case "*", Num(value=0), _:
                return Num(0)
            case "*", _, Num(value=0):
                return Num(0)
            case "*", Num(value=1), x:
                return x
            case ("*" | "/" | "**"), x, Num(value=1):
                return x
            case "**", _, Num(value=0):
                return Num(1)
            case "-", x, y if x == y:
                return Num(0)
        return Bin(self.op, a, b)

    def __str__(self):
        return f"({self.left} {self.op} {self.right})"


class Call(Node):
    functions = {"sin": math.sin, "cos": math.cos, "sqrt": math.sqrt, "max": max, "min": min, "abs": abs, "floor": math.floor}

    def __init__(self, name, args):
        self.name = name
        self.args = args

    def eval(self, env):
        return self.functions[self.name](*[a.eval(env) for a in self.args])

    def diff(self, name):
        (x,) = self.args
        if self.name == "sin":
            return Bin("*", Call("cos", [x]), x.diff(name))
        if self.name == "cos":
            return Neg(Bin("*", Call("sin", [x]), x.diff(name)))
        raise ArithmeticError(f"cannot differentiate {self.name}")

    def simplify(self):
        return Call(self.name, [a.simplify() for a in self.args])

    def __str__(self):
        return f"{self.name}({', '.join(map(str, self.args))})"


class Cond(Node):
    def __init__(self, test, yes, no):
        self.test, self.yes, self.no = test, yes, no

    def eval(self, env):
        return self.yes.eval(env) if self.test.eval(env) else self.no.eval(env)

    def __str__(self):
        return f"({self.test} ? {self.yes} : {self.no})"


class Parser:
    POWER = {"?": 1, "==": 2, "!=": 2, "<": 3, ">": 3, "<=": 3, ">=": 3, "+": 4, "-": 4, "*": 5, "/": 5, "%": 5, "**": 7}

    def __init__(self, source):
        self.tokens = list(tokenize(source))
        self.at = 0

    @property
    def current(self):
        return self.tokens[self.at]

    def advance(self):
        token = self.current
        self.at += 1
        return token

    def expect(self, text):
        if self.current.text != text or self.current.kind == "end":
            raise ParseError(f"expected {text!r}, found {self.current.text or 'end'!r}", self.current.position)
        return self.advance()

    def parse(self):
        tree = self.expression(0)
        if self.current.kind != "end":
            raise ParseError(f"trailing {self.current.text!r}", self.current.position)
        return tree

    def expression(self, floor):
        left = self.prefix()
        while self.current.kind == "op" and (power := self.POWER.get(self.current.text, 0)) > floor:
            op = self.advance().text
            if op == "?":
                yes = self.expression(0)
                self.expect(":")
                left = Cond(left, yes, self.expression(0))
            else:
                left = Bin(op, left, self.expression(power - 1 if op == "**" else power))
        return left

    def prefix(self):
        token = self.advance()
        match token:
            case Token(kind="num", text=text):
                return Num(float(text) if "." in text or "e" in text.lower() else int(text))
            case Token(kind="name", text=name) if self.current.text == "(":
                if name not in Call.functions:
                    raise ParseError(f"unknown function {name!r}", token.position)
                self.advance()
                args = []
                while self.current.text != ")":
                    args.append(self.expression(0))
                    if self.current.text != ")":
                        self.expect(",")
                self.advance()
                return Call(name, args)
            case Token(kind="name", text=name):
                return Var(name)
            case Token(text="-"):
                return Neg(self.expression(6))
            case Token(text="("):
                inner = self.expression(0)
                self.expect(")")
                return inner
        raise ParseError(f"unexpected {token.text or 'end'!r}", token.position)


env = {"x": 3, "y": 4.5, "big": 10**25}
for text in """1 + 2 * 3
(1 + 2) * 3
2 ** 3 ** 2
-2 ** 2
10 / 4 - 7 % 4
x * x + y * y
sqrt(x**2 + 16)
max(1, x, y) - min(2, 5)
x < y ? x : y
x > y ? big * 2 : -big
1e3 + .5
sin(0) + cos(0)
1 +
(1 + 2
foo(1)
3 $ 4
z + 1
1 / 0
2 3
max(1 2)
big ** 3 % 1000007
floor(y) == 4""".splitlines():
    try:
        tree = Parser(text).parse()
        print(f"{text:24} {tree!s:30} = {tree.eval(env)}")
    except (ParseError, NameError, ZeroDivisionError) as e:
        print(f"{text:24} {type(e).__name__}: {e}")

for text in ("x * x", "3 * x ** 3 + 2 * x + 7", "sin(x * x)", "(x + 1) / (x - 1)", "cos(2 * x)", "x - x", "x % 2", "abs(x)"):
    tree = Parser(text).parse()
    try:
        d = tree.diff("x")
        print(tree, "|", d.simplify(), "|", d.eval(env))
    except ArithmeticError as e:
        print(tree, "|", e)
print(list(tokenize("a+1.5e-3")))
acc = 0
tree = Parser("x * 2 + (x % 7) ** 2 - (x > 50 ? 1 : 0)").parse()
for x in range(400):
    acc += tree.eval({"x": x})
print(acc)
