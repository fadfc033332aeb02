# hex of bytes with marks, in groups of all sizes and both directions, and titles of bytes and strs.
for n in [0, 1, 2, 3, 7, 8, 9, 255]:
    b = bytes(i * 37 % 256 for i in range(n))
    for group in [1, -1, 2, -2, 3, -3, 7, -7, 8, -8, n, -n, n + 1, -n - 1, 0, 2**31 - 1, -2**31]:
        r = b.hex('-', group)
        print(n, group, r if n < 20 else (r[:40], r[-40:], len(r)))
    print(b.hex(':'), bytearray(b).hex(b'.'), memoryview(b).hex('_', -2))
big = bytes(range(256)) * 300
for group in [1, -1, 5, -5, 70000]:
    r = big.hex(' ', group)
    print(len(r), hash(r) == hash(big.hex(' ', group)), r[:30], r[-30:], r.replace(' ', '') == big.hex())
for bad in [('',), ('ab',), ('\xe9',), (b'',), (1,), ('a', 2**31), ('a', 'b')]:
    try:
        print(b'abc'.hex(*bad))
    except Exception as e:
        print(type(e).__name__, e)

every = bytes(range(256))
print(every.title())
print(bytearray(b"they're bill's friends FROM the UK 3rd x1y").title())
print(b'A'.title(), b''.title(), b'aB-cD_eF\xe9gH'.title(), b'1a 2B'.title(), b'[aZ]{aZ}@aZ`aZ'.title())
for i in range(256):
    for word in (b'ab', b'AB'):
        got = (bytes([i]) + word + bytes([i]) + word).title()
        if not got.istitle() and got.lower() != (bytes([i]) + word + bytes([i]) + word).lower():
            print('wrong', i, got)
        if chr(i).isascii() and got.decode('latin-1') != (chr(i) + word.decode() + chr(i) + word.decode()).title():
            print('str differs', i, got)
print("they're bill's FRIENDS".title(), ('ab Cd' * 100).title()[:50])
