# Which objects of built-in types tell their type's module.
# needs: stdlib

import collections
import datetime
import decimal
import functools
import io
import itertools
import operator
import random
import re
import sys
import time
import types

for o in (re.compile("a"), re.match("a", "a"), io.StringIO(), io.BytesIO(), decimal.Decimal(1), decimal.Context(), datetime.date(2000, 1, 1), datetime.timedelta(), collections.deque(),
          collections.defaultdict(), collections.OrderedDict(), itertools.count(), itertools.chain(), functools.partial(int), functools.lru_cache(int), operator.itemgetter(1), random.Random(),
          time.gmtime(), sys.flags, sys.version_info, types.SimpleNamespace(), list[int], [], 1, ExceptionGroup("", [ValueError()]), ValueError(), iter([]), slice(1)):
    try:
        print(type(o).__name__, repr(o.__module__), "__module__" in dir(o))
    except AttributeError as e:
        print(e, "__module__" in dir(o))


def f():
    pass


print((int | str).__module__)
print(functools.update_wrapper(f, functools.partial(int)).__module__)
try:
    collections.deque().__module__ = "x"
except AttributeError as e:
    print(e)
try:
    collections.deque.__module__ = "x"
except TypeError as e:
    print(e)


class C(collections.deque):
    pass


print(C.__module__, C().__module__, collections.deque.__module__)
