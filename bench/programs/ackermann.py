# Ackermann's function: deep recursion of small frames.
def ack(m, n):
    if m == 0:
        return n + 1
    if n == 0:
        return ack(m - 1, 1)
    return ack(m - 1, ack(m, n - 1))


total = 0
for _ in range(90):
    total += ack(2, 140) + ack(3, 4)
print(total)
