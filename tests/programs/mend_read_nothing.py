# Calls on descriptors that move no bytes find errors all the same.
# needs: stdlib
# needs: process
import os

r, w = os.pipe()
print(os.read(r, 0))
os.close(w)
print(os.read(r, 0))
folder = os.open("/", os.O_RDONLY)
os.close(r)
for f in [
    lambda: os.read(r, 0), lambda: os.write(w, b""), lambda: os.pread(r, 0, 0), lambda: os.pwrite(w, b"", 0), lambda: os.readv(r, []),
    lambda: os.readv(r, [bytearray()]), lambda: os.writev(w, []), lambda: os.read(r, -1), lambda: os.read(folder, 0),
]:
    try:
        print(f())
    except OSError as e:
        print(e)
