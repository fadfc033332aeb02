# needs: stdlib
# OrderedDict as a queue from which anybody may leave: against a list.
import random
from collections import OrderedDict


class Task:
    pass


def several(queue, n):
    for _ in range(n):
        task, _ = queue.popitem(last=False)
        yield task


random.seed(5)
tasks = [Task() for _ in range(9)]
queue, model = OrderedDict(), []
for turn in range(10000):
    kind = random.randrange(8)
    if kind < 4:
        task = random.choice(tasks)
        if task not in model:
            model.append(task)
        queue[task] = turn
    elif kind == 4 and model:
        task = random.choice(model)
        model.remove(task)
        del queue[task]
    elif kind == 5 and model:
        assert queue.popitem()[0] is model.pop()
    elif kind == 6 and model:
        task, last = random.choice(model), random.random() < .5
        queue.move_to_end(task, last)
        model.remove(task)
        model.insert(len(model) if last else 0, task)
    elif kind == 7:
        n = min(len(model), random.randrange(4))
        assert list(several(queue, n)) == model[:n]
        del model[:n]
    if turn % 997 == 0:
        queue.clear()
        model.clear()
    assert list(queue) == model and len(queue) == len(model)
print(len(queue), "left")
