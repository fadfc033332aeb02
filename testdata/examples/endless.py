"""A program that does not end by itself."""


def wait(log):
    try:
        n = 0
        while True:
            n += 1
    finally:
        log("cleaned up")
