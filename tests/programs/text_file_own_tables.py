# A program that replaces a table of the library's: text files opened from then on read and write by the new one, however many there were.
# needs: stdlib
import io
import encodings.cp1252 as codec

wrong = 0
for k in range(250):
    table = "".join(chr((i + k) % 256) for i in range(256))
    codec.decoding_table = table
    codec.encoding_table = {ord(ch): i for i, ch in enumerate(table)}
    wrong += io.TextIOWrapper(io.BytesIO(bytes(range(40, 50))), "cp1252", newline="").read() != table[40:50]
    raw = io.BytesIO()
    f = io.TextIOWrapper(raw, "cp1252", newline="", write_through=True)
    f.write(table[100:120])
    wrong += raw.getvalue() != bytes(range(100, 120))
print(wrong)
