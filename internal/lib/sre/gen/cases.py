"""Writes what CPython's engine makes of the patterns of its own test suite and of random ones, one JSON list a line:
[pattern, code words, groups, text, pos, endpos, [search, match, fullmatch], [ends of the matches of finditer]]
where a result is null or [start, end, lastindex, spans of the groups...]."""
import json, random, re, signal, sys
from re import _compiler, _parser
from test import re_tests

def code(pattern, flags=0):
    p = _parser.parse(pattern, flags)
    return _compiler._code(p, flags), p.state.groups - 1

def result(m):
    if m is None:
        return None
    return [m.start(), m.end(), m.lastindex or 0] + [list(m.span(i)) for i in range(1, m.re.groups + 1)]

def case(pattern, text, pos=0, endpos=None):
    p = re.compile(pattern)
    words, groups = code(pattern, p.flags & ~re.U)
    endpos = len(text) if endpos is None else endpos
    a = (text, pos, endpos)
    return [pattern, words, groups, text, pos, endpos, [result(p.search(*a)), result(p.match(*a)), result(p.fullmatch(*a))],
            [list(m.span()) for m in p.finditer(*a)]]

class Patterns:
    """Random patterns over few characters, so that much matches, most of it in several ways."""
    def __init__(self, rnd):
        self.rnd = rnd

    def pattern(self):
        self.groups = 0
        self.closed = []
        head = self.rnd.choice(['', '', '', '', '(?i)', '(?m)', '(?s)', '(?a)', '(?ai)', '(?ims)'])
        return head + self.alt(3)

    def alt(self, depth):
        return '|'.join(self.seq(depth) for _ in range(self.rnd.choice([1, 1, 1, 2, 3])))

    def seq(self, depth):
        return ''.join(self.item(depth) for _ in range(self.rnd.choice([0, 1, 1, 2, 2, 3, 4])))

    def item(self, depth):
        r = self.rnd
        x = self.atom(depth)
        if r.random() < 0.45 and x not in ('^', '$', r'\b', r'\B', r'\A', r'\Z'):
            q = r.choice(['*', '+', '?', '{2}', '{1,2}', '{0,3}', '{2,}', '{,1}'])
            x += q + r.choice(['', '', '', '?', '?', '+'])
        return x

    def atom(self, depth):
        r = self.rnd
        k = r.random()
        if depth > 0 and k < 0.35:
            kind = r.choice(['(', '(', '(', '(', '(?:', '(?:', '(?:', '(?=', '(?!', '(?>', '(?<=', '(?<!', '(?i:', '(?s-i:', '(?('])
            if kind == '(':
                self.groups += 1
                n = self.groups
                x = '(' + self.alt(depth - 1) + ')'
                self.closed.append(n)
                return x
            if kind == '(?(':
                if not self.closed:
                    return 'a'
                return '(?(%d)%s|%s)' % (r.choice(self.closed), self.seq(depth - 1), self.seq(depth - 1))
            if kind in ('(?<=', '(?<!'):
                return kind + r.choice(['a', 'ab', '[ab]', r'\w', '(?:a|b)c', '.', 'é']) + ')'
            return kind + self.alt(depth - 1) + ')'
        if k < 0.42 and self.closed:
            return '\\%d' % r.choice(self.closed)
        return r.choice(['a', 'a', 'b', 'b', 'c', 'A', 'ab', 'abc', '.', '.', '[ab]', '[^a]', '[a-c]', r'\w', r'\W', r'\d', r'\s', r'\S', '^', '$', r'\b', r'\B',
                         r'\A', r'\Z', 'é', 'Б', '[а-яa]', '[^б]', r'[\w-]', '[é-ž]', '[b😀]', 'ß', 'ſ', '[k-sſ]', r'\n', ' ', '1'])

    def text(self):
        r = self.rnd
        chars = r.choice(['ab', 'ab', 'abc', 'abcA', 'aab c', 'ab\n', 'abé', 'aBб', 'abБſs1', 'ab😀k', 'a1 _\n'])
        return ''.join(r.choice(chars) for _ in range(r.choice([0, 1, 2, 3, 5, 8, 13])))

def table():
    for t in re_tests.tests:
        pattern, text, outcome = t[:3]
        if outcome == re_tests.SYNTAX_ERROR:
            continue
        yield case(pattern, text)
        yield case('(?i)' + pattern if not pattern.startswith('(?') else pattern, text)

def rand(n, seed):
    p = Patterns(random.Random(seed))
    while n > 0:
        pattern = p.pattern()
        try:
            re.compile(pattern)
        except (re.error, OverflowError):
            continue
        for _ in range(3):
            n -= 1
            text = p.text()
            pos = endpos = None
            if p.rnd.random() < 0.2:
                pos, endpos = sorted((p.rnd.randint(0, len(text)), p.rnd.randint(0, len(text))))
            signal.setitimer(signal.ITIMER_REAL, 0.3)
            try:
                yield case(pattern, text, pos or 0, endpos)
            except SystemError: # "The span of capturing group is wrong": a known mistake of CPython
                pass
            except TimeoutError: # it would take for ever
                break
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)

def late(*_):
    raise TimeoutError

import warnings
signal.signal(signal.SIGALRM, late)
warnings.simplefilter('ignore')
if sys.argv[1] == 'table':
    cases = table()
else:
    cases = rand(int(sys.argv[2]), int(sys.argv[3]))
for c in cases:
    print(json.dumps(c, separators=(',', ':')))
