# Sudoku by constraint and search, n-queens, a knight's tour, game of life, hanoi, permutations, word ladders.


def parse(text):
    return [[int(c) if c != "." else 0 for c in row] for row in text.split()]


def candidates(board, r, c):
    used = set(board[r]) | {board[i][c] for i in range(9)}
    br, bc = r // 3 * 3, c // 3 * 3
    for i in range(br, br + 3):
        used.update(board[i][bc : bc + 3])
    return [n for n in range(1, 10) if n not in used]


def solve(board, count):
    best = None
    for r in range(9):
        for c in range(9):
            if not board[r][c]:
                options = candidates(board, r, c)
                if not options:
                    return False
                if best is None or len(options) < len(best[2]):
                    best = r, c, options
                    if len(options) == 1:
                        break
        else:
            continue
        break
    if best is None:
        return True
    r, c, options = best
    count[0] += 1
    for n in options:
        board[r][c] = n
        if solve(board, count):
            return True
    board[r][c] = 0
    return False


puzzle = parse("""53..7.... 6..195... .98....6. 8...6...3 4..8.3..1 7...2...6 .6....28. ...419..5 ....8..79""")
count = [0]
print(solve(puzzle, count), count)
for row in puzzle:
    print(" ".join(map(str, row)))


def queens(n):
    def place(row, cols, d1, d2):
        if row == n:
            yield ()
            return
        for c in range(n):
            if c not in cols and row + c not in d1 and row - c not in d2:
                for rest in place(row + 1, cols | {c}, d1 | {row + c}, d2 | {row - c}):
                    yield (c,) + rest

    return place(0, frozenset(), frozenset(), frozenset())


print([sum(1 for _ in queens(n)) for n in range(1, 7)], next(queens(8)))


def queens_bits(n, row=0, cols=0, left=0, right=0):
    if row == n:
        return 1
    free = ~(cols | left | right) & ((1 << n) - 1)
    total = 0
    while free:
        bit = free & -free
        free ^= bit
        total += queens_bits(n, row + 1, cols | bit, (left | bit) << 1, (right | bit) >> 1)
    return total


print([queens_bits(n) for n in range(1, 9)])


def tour(n, start):
    moves = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
    board = [[-1] * n for _ in range(n)]

    def options(r, c):
        return [(r + a, c + b) for a, b in moves if 0 <= r + a < n and 0 <= c + b < n and board[r + a][c + b] < 0]

    at = start
    board[at[0]][at[1]] = 0
    for step in range(1, n * n):
        nexts = options(*at)
        if not nexts:
            return board, step
        at = min(nexts, key=lambda p: (len(options(*p)), p))
        board[at[0]][at[1]] = step
    return board, n * n


board, steps = tour(6, (0, 0))
print(steps)
for row in board:
    print("".join(f"{x:3}" for x in row))


def life(cells):
    counts = {}
    for y, x in cells:
        for dy in (-1, 0, 1):
            for dx in (-1, 0, 1):
                if dy or dx:
                    counts[y + dy, x + dx] = counts.get((y + dy, x + dx), 0) + 1
    return {p for p, n in counts.items() if n == 3 or n == 2 and p in cells}


cells = {(0, 1), (1, 2), (2, 0), (2, 1), (2, 2)}
for generation in range(20):
    cells = life(cells)
print(sorted(cells))
r = {(1, 1), (1, 2), (2, 0), (2, 1), (3, 1)}
sizes = []
for generation in range(30):
    r = life(r)
    sizes.append(len(r))
print(sizes)


def hanoi(n, a="a", b="b", c="c"):
    if n:
        yield from hanoi(n - 1, a, c, b)
        yield n, a, c
        yield from hanoi(n - 1, b, a, c)


moves = list(hanoi(7))
print(len(moves), moves[:5], moves[-1])


def permutations(items):
    if len(items) <= 1:
        yield list(items)
        return
    for i, x in enumerate(items):
        for rest in permutations(items[:i] + items[i + 1 :]):
            yield [x] + rest


perms = list(permutations("abcd"))
print(len(perms), "".join(perms[10]), perms == sorted(perms))

WORDS = "cold cord card ward warm worm word wood good gold bold bald ball tall tail".split()


def ladder(a, b):
    frontier = [[a]]
    seen = {a: True}
    while frontier:
        nxt = []
        for p in frontier:
            for w in WORDS:
                if w not in seen and sum(x != y for x, y in zip(w, p[-1])) == 1:
                    if w == b:
                        return p + [w]
                    seen[w] = True
                    nxt.append(p + [w])
        frontier = nxt
    return None


print(ladder("cold", "warm"), ladder("cold", "tail"), ladder("cold", "xxxx"))


def magic(n):
    square = [[0] * n for _ in range(n)]
    r, c = 0, n // 2
    for k in range(1, n * n + 1):
        square[r][c] = k
        nr, nc = (r - 1) % n, (c + 1) % n
        if square[nr][nc]:
            nr, nc = (r + 1) % n, c
        r, c = nr, nc
    return square


m = magic(5)
print(m, {sum(row) for row in m}, {sum(col) for col in zip(*m)})
