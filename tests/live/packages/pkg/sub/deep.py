from ..a import va as x; from .. import a; print("deep", x, a.va, __name__, __package__)
