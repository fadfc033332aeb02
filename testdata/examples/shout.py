"""A plug-in for texts."""


def transform(line):
    words = line.split()
    return " ".join(w.upper() if i % 2 == 0 else w[::-1] for i, w in enumerate(words)) + "!"
