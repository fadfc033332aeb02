# Much that stays, beside much that is dropped: old objects are written to, and refer to new ones, here and in copies of the process.
# needs: stdlib
# needs: process
# needs: fork
import gc
import os
import weakref


class Node:
    def __init__(self, n):
        self.n = n
        self.near = None
        self.all = []


nodes = [Node(n) for n in range(120000)]
table = {n: [n, (n, str(n))] for n in range(120000)}


def churn(rounds, seed):
    kept = 0
    for i in range(rounds):
        seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
        node = nodes[seed % len(nodes)]
        fresh = Node(-i)
        fresh.all.append({"old": node, "text": str(seed)})
        if i % 16 == 0:
            node.near = fresh  # an old object refers to a new one
        elif i % 16 == 1:
            node.all.append([seed, fresh])
            del node.all[:-2]
        elif i % 16 == 2:
            table[seed % len(table)][1] = (fresh, str(i))
        kept += len(fresh.all[0]["text"])
    return kept


def look():
    total = 0
    for node in nodes:
        if node.near is not None:
            total += node.near.n + len(node.near.all[0]["text"])
            assert isinstance(node.near.all[0]["old"], Node)
        for seed, fresh in node.all:
            total += seed % 7 + fresh.n
    for n, (key, (first, text)) in table.items():
        assert n == key
        total += int(text) % 11 + (first.n if isinstance(first, Node) else first)
    return total


class Gone:
    count = 0

    def __del__(self):
        Gone.count += 1


print(churn(400000, 1), look())
dead = [Gone() for _ in range(10)]
refs = [weakref.ref(x) for x in dead]
print(churn(100000, 2), look(), Gone.count, sum(r() is not None for r in refs))
del dead
gc.collect()
print(Gone.count, sum(r() is not None for r in refs))

read, write = os.pipe()
child = os.fork()
if child == 0:
    os.close(read)
    os.write(write, ("%d %d" % (churn(300000, 3), look())).encode())
    os._exit(0)
os.close(write)
print(churn(300000, 4), look())
print(os.read(read, 100).decode(), os.waitpid(child, 0)[1])
print(churn(300000, 3) > 0, look())
