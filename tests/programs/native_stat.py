# The module _stat: constants, kinds of files, modes as text, errors.

import _stat

for name in sorted(vars(_stat)):
    if isinstance(getattr(_stat, name), int):
        print(name, oct(getattr(_stat, name)))

modes = [0, 1, True, 0o7777, 0o177777, 0o170000, 0o4000, 0o4100, 0o2000, 0o2010, 0o1000, 0o1001, 0xFFFFFFFF, 1 << 31]
modes += [kind << 12 | 0o640 for kind in range(16)]
tests = [name for name in sorted(vars(_stat)) if name.startswith("S_IS") and callable(getattr(_stat, name))]
for mode in modes:
    print(oct(mode), _stat.filemode(mode), _stat.S_IMODE(mode), _stat.S_IFMT(mode), [n for n in tests if getattr(_stat, n)(mode)])


class Index:
    def __index__(self):
        return 0o40755


class Int(int):
    pass


print(_stat.filemode(Int(0o40755)))
for name in tests + ["filemode", "S_IMODE", "S_IFMT"]:
    for bad in -1, 1 << 32, 1 << 64, -1 << 64, "a", 1.0, None, Index():
        try:
            print(name, getattr(_stat, name)(bad))
        except (TypeError, OverflowError) as e:
            print(name, repr(e))
