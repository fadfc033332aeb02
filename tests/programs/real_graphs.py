# Dijkstra, A*, topological order, union-find with Kruskal, strongly connected components, with a heap of its own.


class Heap:
    def __init__(self, items=()):
        self.a = []
        for x in items:
            self.push(x)

    def __len__(self):
        return len(self.a)

    def push(self, x):
        a = self.a
        a.append(x)
        i = len(a) - 1
        while i > 0:
            parent = (i - 1) >> 1
            if a[parent] <= a[i]:
                break
            a[i], a[parent] = a[parent], a[i]
            i = parent

    def pop(self):
        a = self.a
        if not a:
            raise IndexError("pop from an empty heap")
        top = a[0]
        last = a.pop()
        if a:
            a[0] = last
            i, n = 0, len(a)
            while True:
                child = 2 * i + 1
                if child >= n:
                    break
                if child + 1 < n and a[child + 1] < a[child]:
                    child += 1
                if a[i] <= a[child]:
                    break
                a[i], a[child] = a[child], a[i]
                i = child
        return top


class Random:
    def __init__(self, seed):
        self.state = seed

    def next(self, n):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
        return (self.state >> 33) % n


def dijkstra(graph, source):
    dist = {source: 0}
    prev = {}
    done = set()
    heap = Heap([(0, source)])
    while heap:
        d, u = heap.pop()
        if u in done:
            continue
        done.add(u)
        for v, w in graph.get(u, {}).items():
            nd = d + w
            if v not in dist or nd < dist[v]:
                dist[v] = nd
                prev[v] = u
                heap.push((nd, v))
    return dist, prev


def path(prev, node):
    out = [node]
    while node in prev:
        node = prev[node]
        out.append(node)
    return out[::-1]


def astar(grid, start, goal):
    height, width = len(grid), len(grid[0])

    def h(p):
        return abs(p[0] - goal[0]) + abs(p[1] - goal[1])

    heap = Heap([(h(start), 0, start)])
    came = {start: None}
    cost = {start: 0}
    expanded = 0
    while heap:
        _, g, at = heap.pop()
        expanded += 1
        if at == goal:
            break
        y, x = at
        for dy, dx in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            ny, nx = y + dy, x + dx
            if not (0 <= ny < height and 0 <= nx < width) or grid[ny][nx] == "#":
                continue
            if (ng := g + 1) < cost.get((ny, nx), 1 << 60):
                cost[ny, nx] = ng
                came[ny, nx] = at
                heap.push((ng + h((ny, nx)), ng, (ny, nx)))
    else:
        return None, expanded
    route = []
    at = goal
    while at is not None:
        route.append(at)
        at = came[at]
    return route[::-1], expanded


def topological(edges):
    incoming = {}
    following = {}
    for a, b in edges:
        incoming.setdefault(a, 0)
        incoming[b] = incoming.get(b, 0) + 1
        following.setdefault(a, []).append(b)
    ready = sorted(n for n, c in incoming.items() if not c)
    order = []
    while ready:
        n = ready.pop(0)
        order.append(n)
        for m in following.get(n, ()):
            incoming[m] -= 1
            if not incoming[m]:
                ready.append(m)
        ready.sort()
    if len(order) != len(incoming):
        raise ValueError("cycle among " + ", ".join(sorted(n for n, c in incoming.items() if c)))
    return order


class UnionFind:
    def __init__(self, n):
        self.parent = list(range(n))
        self.size = [1] * n

    def find(self, x):
        while self.parent[x] != x:
            self.parent[x] = self.parent[self.parent[x]]
            x = self.parent[x]
        return x

    def union(self, a, b):
        a, b = self.find(a), self.find(b)
        if a == b:
            return False
        if self.size[a] < self.size[b]:
            a, b = b, a
        self.parent[b] = a
        self.size[a] += self.size[b]
        return True


def components(graph):
    index = {}
    low = {}
    stack = []
    on = set()
    out = []

    def visit(v):
        index[v] = low[v] = len(index)
        stack.append(v)
        on.add(v)
        for w in graph[v]:
            if w not in index:
                visit(w)
                low[v] = min(low[v], low[w])
            elif w in on:
                low[v] = min(low[v], index[w])
        if low[v] == index[v]:
            part = []
            while True:
                w = stack.pop()
                on.discard(w)
                part.append(w)
                if w == v:
                    break
            out.append(sorted(part))

    for v in graph:
        if v not in index:
            visit(v)
    return sorted(out)


roads = {"A": {"B": 7, "C": 9, "F": 14}, "B": {"A": 7, "C": 10, "D": 15}, "C": {"A": 9, "B": 10, "D": 11, "F": 2}, "D": {"E": 6}, "F": {"E": 9}}
dist, prev = dijkstra(roads, "A")
print(dist, path(prev, "E"))

rnd = Random(42)
big = {i: {} for i in range(120)}
for _ in range(700):
    big[rnd.next(120)][rnd.next(120)] = 1 + rnd.next(50)
dist, prev = dijkstra(big, 0)
print(len(dist), sum(dist.values()), max(dist.items(), key=lambda kv: (kv[1], kv[0])), path(prev, 77))

maze = """
S..#....
.#.#.##.
.#...#..
.####.#.
......#G
""".split()
route, expanded = astar(maze, (0, 0), (4, 7))
print(len(route) - 1, expanded)
marked = [list(row) for row in maze]
for y, x in route[1:-1]:
    marked[y][x] = "*"
print("\n".join(map("".join, marked)))
print(astar(["S#", "#G"], (0, 0), (1, 1)))

print(topological([("shirt", "tie"), ("tie", "jacket"), ("trousers", "shoes"), ("trousers", "belt"), ("belt", "jacket"), ("socks", "shoes")]))
try:
    topological([("a", "b"), ("b", "c"), ("c", "b")])
except ValueError as e:
    print(e)

edges = sorted((1 + rnd.next(100), i, rnd.next(60)) for i in range(60) for _ in range(4))
uf = UnionFind(60)
chosen = [e for e in edges if uf.union(e[1], e[2])]
print(len(chosen), sum(w for w, _, _ in chosen), len({uf.find(i) for i in range(60)}))
print(components({1: [2], 2: [3, 4], 3: [1], 4: [5], 5: [6], 6: [4], 7: [6, 8], 8: []}))
print(Heap([5, 3, 8, 1]).pop(), [h.pop() for h in [Heap("hello")] for _ in range(5)])
