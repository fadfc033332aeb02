print("b", __name__); from .a import va; from . import a; from .. import top
