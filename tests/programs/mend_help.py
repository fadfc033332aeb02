# inspect.signature and help for what is built in.
# needs: stdlib
import inspect, pydoc, io, re, sys, collections, functools, itertools, struct, array, contextlib


def ask(x):
    try:
        return str(inspect.signature(x))
    except ValueError as e:
        return 'ValueError: ' + re.sub('0x[0-9a-f]+', '0x', str(e))


for x in (len, print, int, str, dict, type, object, range, max, min, iter, getattr, open, compile, sorted, sum, bool, float, bytes, memoryview, slice, vars, dir,
          zip, map, super, property, classmethod, Exception, OSError, SyntaxError, KeyError,
          str.join, 'x'.join, [].append, list.append, list.sort, [].sort, dict.get, {}.get, dict.fromkeys, {}.fromkeys, {}.pop, str.maketrans, bytes.fromhex,
          int.from_bytes, (5).to_bytes, int.__add__, (5).__add__, object.__init__, object.__new__, object().__eq__, type.__call__, type.mro, int.mro,
          collections.deque, collections.deque.append, collections.OrderedDict.pop, collections.OrderedDict.move_to_end, collections.defaultdict,
          functools.partial, functools.reduce, itertools.count, itertools.chain.from_iterable, itertools.islice, re.Pattern.sub, re.compile('x').sub,
          re.Match.group, io.BytesIO, io.StringIO, io.TextIOWrapper, io.BytesIO().read, io.open, struct.pack, struct.Struct, array.array, array.array.append,
          sys.exit, sys._getframe, sys.stdout.write, (x for x in ()).send, (lambda: 0).__get__, ask.__call__, ask.__code__.replace):
    print(getattr(x, '__qualname__', x), ask(x))

# help runs through modules, and shows a docstring for each function.
for name in ('math', 'gc', '_struct'):
    module = __import__(name)
    page = pydoc.render_doc(module, renderer=pydoc.plaintext)
    lines = page.splitlines()
    bare = [lines[i] for i, l in enumerate(lines[:-1]) if re.match(r'    \w+\(.*\)$', l) and not lines[i + 1].startswith('        ')]
    print(name, 'NAME' in lines, len(lines) > 20, bare)
out = io.StringIO()
with contextlib.redirect_stdout(out):
    help(len)
    help('abs')
    help(str)
    help([].append)
page = out.getvalue()
print(page.count('Help on built-in function'), 'len(obj, /)' in page, 'abs(x, /)' in page, 'class str(object)' in page, 'append(object, /) method of builtins.list instance' in page)
print([l for l in page.splitlines() if re.match(r' \|  __\w+\(', l)])
