import warnings, sys
warnings.simplefilter('always')
def t(f):
    with warnings.catch_warnings(record=True) as w:
        warnings.simplefilter('always')
        try: r = f()
        except Exception as e: r = repr(e)
    print([str(x.message) for x in w], r)
class S(str): pass
class B(bytes): pass
for a in (b'a', bytearray(b'a'), B(b'a')):
  for b in ('a', S('a'), 97, True, 1.0, None, [], memoryview(b'a'), 2**70, b'a', bytearray(b'a')):
    t(lambda: a == b); t(lambda: a != b); t(lambda: b == a); t(lambda: b != a)
    t(lambda: a < b) ; t(lambda: b<a)
  t(lambda: str(a)); t(lambda: '%s' % a); t(lambda: f'{a}'); t(lambda: '{}'.format(a)); t(lambda: repr(a)); t(lambda: '%r' % a); t(lambda: format(a)); t(lambda: str(a,'ascii')); t(lambda: f'{a!s}'); t(lambda: f'{a!r}')
  t(lambda: 'a' in [a]); t(lambda: a in ['a']); t(lambda: ['a'].index(a)); t(lambda: ('a',).count(a))
t(lambda: {'a': 1}.get(b'a'));t(lambda: {b'a': 1}.get('a')); t(lambda: len({b'a', 'a'})); t(lambda: b'a' in {'a'}); t(lambda: 'a' in {b'a'})
t(lambda: {97: 1}.get(b'a'));
t(lambda: [b'a'] == ['a']); t(lambda: [b'a'] == [97]); t(lambda: ('a',) == (b'a',))
t(lambda: {b'a':1} == {'a':1}); t(lambda: {'x':b'a'} == {'x':'a'})
t(lambda: int(b'7')); t(lambda: b'a'.join([b'b'])); t(lambda: b'%s' % b'a'); t(lambda: b'abc'.find(97)); t(lambda: 97 in b'a'); t(lambda: 'a' in b'a')
t(lambda: max(b'a', 'b')); t(lambda: {b'':1}.get('')); t(lambda: b'' == '')
class D(dict): pass
t(lambda: D({b'a':1}).get('a')); t(lambda: {**{b'a': 1}, 'a': 2}); t(lambda: dict([(b'a',1),('a',2)]))
t(lambda: {**{b'a': 1}, 'zz': 2}.get('a'))
def g(x):
    match x:
        case 'a': return 1
        case 97: return 2
        case b'a': return 3
t(lambda: g(b'a'))
t(lambda: str()); t(lambda: str(object=b'a')); t(lambda: S(b'a')); t(lambda: str(b'a', errors='strict')); 
t(lambda: ascii(b'a')); t(lambda: b'a'.__str__()); t(lambda: bytes.__str__(b'x')); t(lambda: bytearray(b'x').__str__())
t(lambda: b'a'.__eq__('a')); t(lambda: b'a'.__eq__(1)); t(lambda: b'a'.__ne__('a')); t(lambda: 'a'.__eq__(b'a')); t(lambda: b'a'.__lt__('a'))
t(lambda: b'a' == 1 == 2)
def hot():
    n=0
    for i in range(300):
        if b'a' == 'a': n+=1
        if 97 == b'a': n+=1
        s = str(b'x')
        s = f"{b'x'}"
        if 'a' == b'a': n += 1
    return n, s
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter('always')
    print(hot())
    import collections
    print(sorted(collections.Counter((str(x.message), x.lineno) for x in w).items()))
