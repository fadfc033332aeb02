# Lines of uuencoded text that are too short, too long, or broken.
# needs: stdlib
import binascii, itertools

for n in range(6):
    for chars in itertools.product(b"!`\n ~a", repeat=n):
        line = bytes(chars)
        try:
            r = binascii.a2b_uu(line)
        except binascii.Error as e:
            r = str(e)
        if hash(chars) % 7 == 0 or n < 3:
            print(line, r)
    for more in (b"", b"!", b" ", b"`\n", b"\nAB"):
        line = binascii.b2a_uu(bytes(range(n))) + more
        try:
            print(line, binascii.a2b_uu(line))
        except binascii.Error as e:
            print(line, e)
