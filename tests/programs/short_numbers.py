# Sums, searches, orders and truth of small ints, bools, floats and bytes, mixed: built-in functions deal with many items at a time.
import math, itertools
vals = [True, False, 0, 1, -1, -0.0, 1.0, 0.5, math.nan, 2**48 - 1, float(2**48 - 1), 2**53 + 1, float(2**53), None]
out=[]
for a,b in itertools.product(vals,vals):
    l=[b]; out.append((l.count(a), a in l, [a]==[b], (a,)==(b,), {a:1}=={b:1}))
    try: out.append((max(a,b),min(a,b),max([a,b]),sorted([a,b]),[a]<[b],(a,)<=(b,), (a,)>(b,)))
    except TypeError as e: out.append(str(e))
    try: out.append((sum([a,b]), sum((a,b),1.5), sum(x for x in (a,b,a)), sum([a,b],True)))
    except TypeError as e: out.append(str(e))
    out.append((any([a,b]),all([a,b]),any(x for x in (a,b)), len({a,b}), hash(a)==hash(b)))
    try: out.append(bytes([a,b]))
    except (TypeError,ValueError) as e: out.append(str(e))
print(sum(bytes(range(256))*1000), sum(b'', 5), sum(b'ab', 2**62), sum(b'\xff'*10, 2**63-200), sorted([True,False]*5,reverse=True), sorted([True,0,False,1]), sorted([True,False,True],key=lambda x:not x))
for row in out:
    print(row)

# Machine code pulls several items of a generator at a time.
for n in range(60):
    odd = [sum(x > 5 for x in range(n)), max((x < 3 for x in range(n)), default=None), min((x == n - 1 or x for x in range(n)), default=None)]
print(odd, sum((x > 5 if x % 3 else x * 0.5) for x in range(3000)))
