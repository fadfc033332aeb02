# The native module _json: texts, numbers, hooks, errors, separators, indents, circles.
# needs: stdlib
import _json
import json

assert json.encoder.c_make_encoder and json.scanner.c_make_scanner
enc = _json.encode_basestring_ascii
mk = _json.make_encoder


def tr(f, *a, **k):
    try:
        print(repr(f(*a, **k))[:200])
    except BaseException as x:
        print(type(x).__name__, x)


tr(mk({}, repr, enc, 5, ": ", ",", False, False, True), [1], 0)
tr(mk({}, repr, enc, "  ", ": ", ",", False, False, True), {"a": []}, 3)
tr(mk({}, repr, enc, "\u20ac", ": ", ",", False, False, True), {"a": [1, (2, 3)]}, -2)
tr(mk(None, repr, enc, None, "\u20ac", "\U0001F600", False, False, True), {"a": [1, (2, 3)]}, 0)
tr(mk({}, lambda o: [o], enc, None, ": ", ",", False, False, True), object, 0)
tr(mk({}, repr, lambda x: 1, None, ": ", ", ", False, False, False), "x", 0)
tr(mk({}, repr, lambda x: "\xe9" + x, None, ": ", ", ", False, False, False), {"x": ["y"]}, 0)
tr(mk, 1, repr, repr, None, ": ", ",", False, False, False)
tr(mk, {}, repr, repr, None, 1, ",", False, False, False)
tr(mk, {}, repr, repr)
tr(mk({}, repr, enc, None, ": ", ",", False, False, True), 1)
tr(lambda: mk({}, repr, enc, None, ": ", ",", False, False, True)(obj=1, _current_indent_level=0))


class D(dict):
    def items(self):
        return [1, 2]


class L(list):
    def __iter__(self):
        return iter([7])


class I(int):
    def __repr__(self):
        return "X"


class F(float):
    def __repr__(self):
        return "X"


class S(str):
    def __str__(self):
        return "X"


dumps, loads = json.dumps, json.loads
tr(dumps, D(a=1))
tr(dumps, [L([1, 2]), L()])
tr(dumps, [I(5), F(2.5), S("s"), {I(5): 1, F(2.5): 2, None: 3, True: 4, False: 5, S("s"): 6, float("inf"): 7}])
tr(dumps, {2: 1, "a": 2}, sort_keys=True)
tr(dumps, {"b": 1, "a": [2], "c": {}}, sort_keys=True, indent=1)
tr(dumps, {"b": 1, "a": object}, sort_keys=True)
tr(dumps, {3: 1, 1: object, object: 2, 2: 2}, skipkeys=True, default=lambda o: o.__name__)
tr(dumps, {(1, 2): 3})
tr(dumps, {object: 3}, skipkeys=True, indent=2)
tr(dumps, {float("nan"): 1}, allow_nan=False)
tr(dumps, [float("nan"), float("inf"), -float("inf"), 1e100, -0.0, 1 << 70, -(1 << 47), 1 << 48])
for s in "", "a\x00\x1f\"\\\b\f\n\r\t/\x7f", "\x80\xff", "\u20ac\ud800\U0001F600", "\xe9" * 20, "ab\u2028\"":
    tr(dumps, s)
    tr(dumps, [s], ensure_ascii=False)
    tr(lambda: loads(dumps(s)) == s == loads(dumps(s, ensure_ascii=False)))
tr(lambda: len(dumps(["\u20ac\n" * 5000])) + len(dumps(["\xe9\n" * 5000])) + len(dumps(["\u20ac\n" * 5000], ensure_ascii=False)))
a = []
a.append(a)
tr(dumps, a)
a = {}
a["x"] = [a]
tr(dumps, a)
tr(dumps, a, check_circular=False)
b = L([1])
tr(dumps, object())
e = mk({}, repr, enc, None, ": ", ", ", True, False, False)
print(e.markers, e.default, e.encoder is enc, e.indent, e.key_separator, e.item_separator, e.sort_keys, e.skipkeys)
tr(setattr, e, "sort_keys", 1)

s = _json.make_scanner(json.JSONDecoder())
for x in ['-', '-x', '01', '1.', '1.5e', '1e+', '-0', '1E5', 'NaN', 'Infinity', '-Infinity', '-Inf', 'nul', 'nulll', '"abc', '"ab\\', '"\\u12',
          '"\\ud800\\udc00"', '"\\ud800\\u0041"', '"\\ud800\\u00"x', '"\\ud83d\\ude00\\q"', '{"a":1,}', '[1,]', '[1, ]', '[1', '{', '{"a"', '{"a":', '{"a":1',
          '{"a":1 x', '[1 x', '[', '[ ', '{ x', '{}', '[]', ' 1', '"\x01"', '1' * 5000, '\u20ac', '"\u20ac\\n"', '["\U0001F600", "a\\tb"]', '"\\uZZZZ"',
          '"\\ud800\\uZZZZ"', '"\\ud800\\udc00', '[123456789012345678, 1234567890123456789, -123456789012345678901234567890, 0.1, 1e400, -2.5E-3]',
          '{"a":1, "b" : {"a":[true,false,null]}, "\\u0061":3, "":0}', '{"\u20ac":1,"\u20ac":[{"\u20ac":2}]}', '[' * 100000, '{"a":' * 100000]:
    tr(s, x, 0)
    tr(loads, x)
tr(s, "[1]", True)
tr(s, "[1]", 2.5)
tr(s, "xxx", 1 << 80)
tr(s, "xxx", -1)
tr(s, "abc", 8)
tr(s, b"abc", 0)
tr(s, "abc")
tr(s, string="[12]", idx=0)
for args in ('ab"c', 0, False), ('a\nb"c', 0, []), ('a\nb"c', 0), ('ab"c', 5), ('ab"c', 4), (), ('a', 0, 1, 2), (1, 2), ("abc", -1), ('\\n\n"', 0), ('\\n\n"', 0, 0):
    tr(_json.scanstring, *args)
tr(_json.encode_basestring, 1)
tr(_json.encode_basestring, "a\"\x7f\xe9\u20ac")


class C:
    strict = True
    object_hook = 1
    object_pairs_hook = 2
    parse_float = 3
    parse_int = 4
    parse_constant = 5


z = _json.make_scanner(C)
print(z.strict, z.object_hook, z.object_pairs_hook, z.parse_float, z.parse_int, z.parse_constant)
for x in "1", "1.5", "NaN", "{}", "[1.5]":
    tr(z, x, 0)
tr(_json.make_scanner, 1)
tr(_json.make_scanner)
tr(setattr, z, "strict", 1)
tr(loads, '{"a":1,"a":2}', object_pairs_hook=list)
tr(loads, '[{"a":1,"a":2}]', object_hook=lambda d: (d, 1))
tr(loads, '[1.5,2,NaN]', parse_float=str, parse_int=lambda s: s + '!', parse_constant=str)
tr(loads, '["a\nb"]', strict=False)
k = loads('[{"key":1},{"key":2}]')
print(next(iter(k[0])) is next(iter(k[1])))
