// The program of psy and gpython, and, as far as the languages agree, of starlark-go.

package main

const pythonProgram = `
def add(a, b):
    return a + b

def calls(n):
    t = 0
    for i in range(n):
        t += host(i)
    return t

def total(items):
    t = 0
    for x in items:
        t += x
    return t

def take():
    return numbers

def count(table):
    return len(table)

def fib(n):
    if n < 2:
        return n
    return fib(n - 1) + fib(n - 2)

def ints(n):
    t = 0
    for i in range(n):
        t = (t + i * i) % 1000003
    return t

def floats(n):
    x = 0.5
    for i in range(n):
        x = 3.7 * x * (1 - x)
    return x

def dicts(n):
    d = {}
    for i in range(n):
        k = keys[i % 100]
        d[k] = d.get(k, 0) + 1
    return len(d)

def text(n):
    parts = []
    for i in range(n):
        parts.append("item " + str(i))
    return len(",".join(parts).upper().split(","))

numbers = [i for i in range(1000)]
keys = ["key " + str(i) for i in range(100)]
`

// pythonClasses is for the languages with classes.
const pythonClasses = `
class Counter:
    def __init__(self):
        self.value = 0
    def add(self, n):
        self.value += n
        return self

def methods(n):
    c = Counter()
    for i in range(n):
        c.add(1)
    return c.value

counter = Counter()
`
