# Conway's game of life on a list of lists of ints.
def step(grid, n):
    new = []
    for y in range(n):
        up, row, down = grid[y - 1], grid[y], grid[(y + 1) % n]
        line = []
        for x in range(n):
            r = x + 1 if x + 1 < n else 0
            around = up[x - 1] + up[x] + up[r] + row[x - 1] + row[r] + down[x - 1] + down[x] + down[r]
            line.append(1 if around == 3 or around == 2 and row[x] else 0)
        new.append(line)
    return new


n, seed = 96, 42
grid = []
for y in range(n):
    row = []
    for x in range(n):
        seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
        row.append(seed >> 16 & 1)
    grid.append(row)
for _ in range(400):
    grid = step(grid, n)
print(sum(map(sum, grid)))
