# An exception from a with statement's exit and a finally block.
class Resource:
    def __enter__(self):
        return self

    def __exit__(self, *info):
        raise OSError("close failed")


def use():
    try:
        with Resource() as r:
            raise ValueError("body failed")
    finally:
        print("finally ran")


use()
