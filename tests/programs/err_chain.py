# Chained exceptions: explicit cause, implicit context, suppressed context, notes.
class ConfigError(Exception):
    pass


def load(text):
    try:
        return int(text)
    except ValueError as e:
        e.add_note("while reading the number")
        e.add_note("second\nnote")
        raise ConfigError("bad configuration") from e


def main():
    try:
        load("12x")
    except ConfigError:
        settings = {}
        settings["missing"]


try:
    main()
except KeyError as e:
    try:
        raise LookupError("hidden context") from None
    except LookupError as inner:
        inner.__cause__ = e
        raise
