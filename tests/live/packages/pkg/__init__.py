print("init", __name__, __package__, __path__ == [__file__.rsplit("/",1)[0]], __spec__.name, __spec__.parent)
from . import a
from .a import va
from .sub import deep
__all__ = ["a", "b", "name"]
name = "nm"
