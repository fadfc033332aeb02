# Raising, catching, finally, and failing look-ups.
class Custom(Exception):
    pass


def risky(i):
    if i % 5 == 0:
        raise Custom(i)
    if i % 5 == 1:
        return [1, 2][i]
    if i % 5 == 2:
        return {}[i]
    return i


def run(n):
    caught = lookups = done = 0
    for i in range(2, n):
        try:
            try:
                done += risky(i) & 1
            except LookupError:
                lookups += 1
            finally:
                done += 1
        except Custom as e:
            caught += e.args[0] & 3
    return caught, lookups, done


print(run(1600000))
