# A one-way constraint network: planning, strengths and propagation over an object graph.
class Variable:
    def __init__(self, name, value=0):
        self.name = name
        self.value = value
        self.constraints = []
        self.determined = None
        self.mark = 0


class Constraint:
    def __init__(self, strength):
        self.strength = strength
        self.satisfied = False

    def register(self, *variables):
        for v in variables:
            v.constraints.append(self)


class Equal(Constraint):
    def __init__(self, a, b, strength):
        super().__init__(strength)
        self.a, self.b = a, b
        self.out = None
        self.register(a, b)

    def choose(self, mark):
        if self.a.mark == mark and self.b.mark != mark:
            self.out = self.b
        elif self.b.mark == mark and self.a.mark != mark:
            self.out = self.a
        else:
            self.out = None
        return self.out is not None

    def execute(self):
        if self.out is self.b:
            self.b.value = self.a.value
        else:
            self.a.value = self.b.value


class Scale(Equal):
    def __init__(self, a, b, k, offset, strength):
        super().__init__(a, b, strength)
        self.k, self.offset = k, offset

    def execute(self):
        if self.out is self.b:
            self.b.value = self.a.value * self.k + self.offset
        else:
            self.a.value = (self.b.value - self.offset) // self.k


class Planner:
    mark = 0

    def plan(self, sources):
        Planner.mark += 1
        mark = Planner.mark
        todo = list(sources)
        for v in todo:
            v.mark = mark
        plan = []
        while todo:
            v = todo.pop()
            for c in sorted(v.constraints, key=lambda c: c.strength):
                if c.choose(mark):
                    c.out.mark = mark
                    c.out.determined = c
                    plan.append(c)
                    todo.append(c.out)
        return plan


def chain(n):
    variables = [Variable(f"v{i}") for i in range(n + 1)]
    for a, b in zip(variables, variables[1:]):
        Equal(a, b, 1)
    planner = Planner()
    total = 0
    for i in range(35):
        first = variables[0] if i % 2 else variables[-1]
        plan = planner.plan([first])
        for value in range(20):
            first.value = value + i
            for c in plan:
                c.execute()
        total += variables[n // 2].value
    return total


def projection(n):
    sources, results = [], []
    scale, offset = 10, 1000
    for i in range(n):
        s, d = Variable("s", i), Variable("d", i)
        Scale(s, d, scale, offset, 2)
        sources.append(s)
        results.append(d)
    planner = Planner()
    total = 0
    for r in range(12):
        for s, d in zip(sources, results):
            s.value += r
            for c in planner.plan([s]):
                c.execute()
            total += d.value
    return total


print(chain(4000), projection(9000))
