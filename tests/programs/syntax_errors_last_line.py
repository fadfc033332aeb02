# Where an error is that comes at the end of a source without a newline: compile() adds one to modules only.
# needs: stdlib
import codeop
import traceback

for t in ('', '#c', 'x +', 'x + #c', 'x +\\\n', '(x)\n+', 'x +\n\n', '1 if', 'x.', 'not', 'lambda', 'lambda x', 'x if y', 'x;', 'f(x) +', 'é +', '\tx +', 'x\n+',
          '[1,2] for', '"""a\nb""" +', 'x+ ', 'x\n.', 'x +\ny', 'x.\n y', '(x +', 'def f(', 'if x:', 'x = ', 'del'):
    for m in ('eval', 'exec', 'single'):
        try:
            compile(t, '<s>', m)
        except SyntaxError as e:
            print(repr(t), m, type(e).__name__, e.args)
    try:
        print(codeop.compile_command(t) is None)
    except SyntaxError as e:
        print(e.args)
for t in 'x +', '1 +\n2 +', 'é.':
    try:
        eval(t)
    except SyntaxError as e:
        print(''.join(traceback.format_exception_only(e)))
