# Short texts of every length, all ASCII or with one byte that is none, by the ways that make strings of bytes.
# needs: stdlib

import pickle

count = 0
for n in range(19):
    for at in (None, *range(n)):
        b = bytearray(b"abcdefgh" * 5)[:n]
        if at is not None:
            b[at] = 0xE9
        b = bytes(b)
        assert b.isascii() == (at is None)
        try:
            s = b.decode()
            assert at is None and s.encode() == b
        except UnicodeDecodeError as e:
            assert e.start == at
        s = b.decode("latin-1")
        assert s.isascii() == (at is None) and len(s) == n
        assert s.encode().decode() == s
        for protocol in (2, 5):
            assert pickle.loads(pickle.dumps([s, s + "\N{SNOWMAN}"], protocol)) == [s, s + "\N{SNOWMAN}"]
        count += 1
print(count)
for damaged in (b"\x80\x04\x8c\x05abc", b"\x80\x04\x8c", b"\x80\x04\x8c\x02\xff\xfe."):
    try:
        print(pickle.loads(damaged))
    except (pickle.UnpicklingError, UnicodeDecodeError) as e:
        print(type(e).__name__, e)
print(ascii(pickle.loads(b"\x80\x04\x8c\x03\xed\xa0\x80.")))
