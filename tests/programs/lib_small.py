# Modules of one function: _statistics, _suggestions.
import _statistics, _suggestions

def e(f, *a):
    try: print(f.__name__, f(*a))
    except Exception as x: print(f.__name__, type(x).__name__, x)

f = _suggestions._generate_suggestions
for a in ((['abc', 'abd'], 'abe'), ([], 'a'), (('a',), 'b'), (['a', 1], 'b'), ([1, 'a'], 'b'), (['abc'], 5), (['abc'], 'abc'), (['abcdef'] * 800, 'abcdeg'),
          (['x' * 1000], 'x' * 999), (['Abc'], 'abc'), (['abc'], 'abcdefghijk'), (['x' * 30], 'x' * 29), (['\xe9'], 'e'), (['\xe9ab'], '\xe9ac'), (5, 5), (['a'],)):
    e(f, *a)
f = _statistics._normal_dist_inv_cdf
for a in ((.5, 0, 1), (0, 0, 1), (1, 0, 1), (.5, 0, 0), (.5, 0, -1), ('a', 0, 1), (1e-300, 1, 2), (2, 0, 1), (float('nan'), 0, 1), (.5, 0), (.01, 3, 7), (.99, 3, 7), (True, 0, 1)):
    e(f, *a)
p = 1e-320
while p < 1:
    print(repr(f(p, 0.1, 1.3)))
    p = p * 7 + 1e-9 if p > 1e-9 else p * 1e9
for i in range(1, 200):
    print(f(i / 200, 0, 1).hex(), end=' ')
