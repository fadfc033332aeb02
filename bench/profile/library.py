# What large programs do: code that is used in many places and seldom hot, on the standard library. bench/profile runs it.
import argparse
import ast
import asyncio
import collections
import configparser
import copy
import csv
import dataclasses
import difflib
import enum
import fractions
import functools
import html.parser
import inspect
import io
import json
import logging
import pickle
import pprint
import random
import re
import shlex
import string
import textwrap
import tokenize
import typing
import unittest

SOURCE = inspect.getsource(argparse)


def compiling():
    for m in (argparse, ast, difflib, inspect, tokenize):
        text = inspect.getsource(m)
        tree = ast.parse(text)
        compile(text, m.__name__, "exec")
        names = collections.Counter(type(n).__name__ for n in ast.walk(tree))
    ast.unparse(ast.parse(inspect.getsource(textwrap)))
    list(tokenize.generate_tokens(io.StringIO(inspect.getsource(textwrap)).readline))
    return names


def parsing():
    for n in range(150):
        p = argparse.ArgumentParser(prog="x", description="many options")
        for k in range(12):
            p.add_argument("--option%d" % k, type=int, default=k, help="number %d" % k)
        p.add_argument("files", nargs="*")
        p.parse_args(["--option3", "7", "a", "b", "--option11=2"])
        if n % 30 == 0:
            p.format_help()


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.tags, self.texts, self.depth = [], [], 0

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        self.depth += 1

    def handle_endtag(self, tag):
        self.depth -= 1

    def handle_data(self, data):
        self.texts.append(data.strip())


def texts():
    page = "".join('<div class="c%d" id=x><p>text &amp; more %d<br/><a href="#%d">link</a></p></div>\n' % (i, i, i) for i in range(400))
    for _ in range(4):
        p = Page()
        p.feed(page)
    for _ in range(40):
        textwrap.fill(SOURCE[:4000], 70)
        string.Template("$a and ${b}").substitute(a=1, b=2)
        shlex.split("one 'two three' four\\ five \"six\"")
    for n in range(3):
        re.purge()
        for pattern in (r"(\w+)\s*=\s*(\d+|'[^']*')", r"^(?P<a>[a-z]+)(?:-(?P<b>\d{2,4}))*$", r"(?i)https?://[^\s/]+(/\S*)?", r"[ \t]*(#.*)?\n"):
            r = re.compile(pattern)
            r.findall(SOURCE)
            r.sub(lambda m: m.group().upper(), SOURCE[:20000])
    difflib.unified_diff(SOURCE.splitlines(), SOURCE.replace("self", "this").splitlines())
    list(difflib.ndiff(SOURCE[:3000].splitlines(), SOURCE[50:3000].replace("x", "y").splitlines()))
    c = configparser.ConfigParser()
    c.read_string("".join("[section%d]\nname = value\nother: %%(name)s\n" % i for i in range(200)))
    return [c.get(s, "other") for s in c.sections()]


@dataclasses.dataclass(order=True)
class Item:
    name: str
    size: int = 0
    tags: list = dataclasses.field(default_factory=list)

    def total(self):
        return self.size + len(self.tags)


class Kind(enum.Enum):
    ONE = 1
    TWO = 2


class Node:
    def __init__(self, *children, **attributes):
        self.children, self.attributes, self.parent = list(children), attributes, None
        for c in children:
            c.parent = self

    def __len__(self):
        return len(self.children)

    def __getitem__(self, k):
        return self.children[k]

    def walk(self, visitor):
        getattr(visitor, "visit_" + type(self).__name__, visitor.unknown)(self)
        for c in self.children:
            c.walk(visitor)

    def all(self):
        yield self
        for c in self.children:
            yield from c.all()


class Leaf(Node):
    pass


class Visitor:
    def __init__(self):
        self.seen = collections.defaultdict(int)

    def visit_Node(self, node):
        self.seen["node"] += len(node)

    def unknown(self, node):
        self.seen[type(node).__name__] += 1


def traced(f):
    @functools.wraps(f)
    def inner(*args, **kwargs):
        return f(*args, **kwargs)
    return inner


@functools.lru_cache(maxsize=500)
def cached(a, b):
    return a * b


@traced
def tree(depth, **kw):
    if depth == 0:
        return Leaf(**kw)
    return Node(*[tree(depth - 1, level=depth) for _ in range(4)], **kw)


def objects():
    items = [Item("n%d" % (i * 7919 % 1000), i, ["a", "b"]) for i in range(1500)]
    items.sort()
    copies = copy.deepcopy(items)
    assert copies == items
    for _ in range(3):
        t = tree(5, root=True)
        v = Visitor()
        t.walk(v)
        sum(1 for _ in t.all())
    data = {"items": [dataclasses.asdict(i) for i in items[:300]], "kinds": [k.name for k in Kind]}
    for _ in range(8):
        text = json.dumps(data, indent=1, sort_keys=True)
        json.loads(text)
        json.loads(text, object_pairs_hook=collections.OrderedDict)
    pprint.pformat(data["items"][:60])
    pickle._loads(pickle._dumps(data))
    out = io.StringIO()
    w = csv.DictWriter(out, ["name", "size", "tags"])
    w.writeheader()
    w.writerows(data["items"])
    list(csv.DictReader(io.StringIO(out.getvalue())))
    total = fractions.Fraction()
    for i in range(1, 300):
        total += fractions.Fraction(1, i)
        cached(i % 40, 3)
        try:
            data["missing"]
        except KeyError:
            pass
        getattr(total, "nothing", None)
        isinstance(total, (int, typing.SupportsIndex))
    r = random.Random(1)
    words = [r.choice(SOURCE[:500].split()) for _ in range(3000)]
    groups = {}
    for word in words:
        groups.setdefault(word[:1], set()).add(word)
    return sorted(groups, key=lambda k: (-len(groups[k]), k))


def logs():
    log = logging.Logger("bench")
    h = logging.StreamHandler(io.StringIO())
    h.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    log.addHandler(h)
    for i in range(2000):
        log.warning("number %d of %s", i, "many")
        log.debug("unseen %d", i)


async def work(n, queue):
    for i in range(n):
        await queue.put(i)
        await asyncio.sleep(0)
    return n


async def numbers(n):
    for i in range(n):
        yield i


async def concurrently():
    q = asyncio.Queue()
    await asyncio.gather(*[work(15, q) for _ in range(60)])
    async for i in numbers(3000):
        pass
    async with asyncio.Lock():
        return q.qsize()


class Tests(unittest.TestCase):
    def test_equal(self):
        for i in range(300):
            with self.subTest(i=i):
                self.assertEqual([i, {"a": i}], [i, {"a": i}])

    def test_raises(self):
        for i in range(300):
            with self.assertRaises(ValueError):
                int("x%d" % i)


for job in (compiling, parsing, texts, objects, logs, lambda: asyncio.run(concurrently())):
    job()
unittest.TextTestRunner(stream=io.StringIO()).run(unittest.defaultTestLoader.loadTestsFromTestCase(Tests))
