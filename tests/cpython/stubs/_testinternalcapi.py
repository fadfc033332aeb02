"""A stand-in for CPython's module in C: what its tests ask of it before they test something else."""

import sys


def get_config():
    return {"code_debug_ranges": "no_debug_ranges" not in sys._xoptions}


def get_recursion_depth():
    raise ImportError("test.support can count frames, too")


def has_inline_values(obj):
    raise NotImplementedError("where attributes lie is not for Python to know")


def run_in_subinterp_with_config(code, config):
    import _interpreters
    import sys

    interpreter = _interpreters.create(config)
    try:
        failure = _interpreters.exec(interpreter, code)
    finally:
        _interpreters.destroy(interpreter)
    if failure is not None:
        print(failure.errdisplay, file=sys.stderr)
    return 0 if failure is None else -1


def get_crossinterp_data(obj):
    import _interpqueues

    queue = _interpqueues.create(1, 0, 3)
    try:
        _interpqueues.put(queue, obj, 0, 3)
    except BaseException:
        _interpqueues.destroy(queue)
        raise
    return queue


def restore_crossinterp_data(queue):
    import _interpqueues

    obj, _, _ = _interpqueues.get(queue)
    _interpqueues.destroy(queue)
    return obj
