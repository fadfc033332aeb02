# For every instruction of some library modules and files, how a traceback entry there is shown: JSON lines.
import importlib.util, json, sys, traceback, types

seen = set()
for name in sys.argv[1:]:
    path = name if name.endswith(".py") else importlib.util.find_spec(name).origin
    with open(path, encoding="utf-8") as f:
        todo = [compile(f.read(), path, "exec")]
    while todo:
        code = todo.pop()
        todo += [c for c in code.co_consts if isinstance(c, types.CodeType)]
        for pos in code.co_positions():
            if pos[0] is None or (path, pos) in seen:
                continue
            seen.add((path, pos))
            s = traceback.FrameSummary(path, pos[0], code.co_name, end_lineno=pos[1], colno=pos[2], end_colno=pos[3])
            print(json.dumps([path, code.co_name, pos, traceback.StackSummary().format_frame_summary(s),
                              traceback.StackSummary().format_frame_summary(s, colorize=True)]))
