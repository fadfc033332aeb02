# An uncaught exception group with nested groups, causes and notes.
def fail(kind, *args):
    raise kind(*args)


errors = []
for kind, args in ((ValueError, ("one",)), (KeyError, ("two",)), (ZeroDivisionError, ())):
    try:
        fail(kind, *args)
    except Exception as e:
        errors.append(e)
errors[0].add_note("a note on the first")
try:
    raise ExceptionGroup("inner", errors[:2])
except ExceptionGroup as g:
    inner = g
try:
    raise OSError(5, "Input/output error", "disk")
except OSError as cause:
    raise ExceptionGroup("outer", [inner, errors[2], TypeError("never raised")]) from cause
