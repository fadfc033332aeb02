"""Write facts.json: what CPython 3.13 says about its instructions.

Run with a CPython 3.13 that has its internal headers installed:
    python3.13 internal/vm/opcode/testdata/facts.py > internal/vm/opcode/testdata/facts.json
The facts are the oracle of the tests of packages opcode and cases.
"""
import json
import os
import re
import sys
import sysconfig

import _opcode
import _opcode_metadata
import opcode

assert sys.version_info[:2] == (3, 13)
INTERNAL = os.path.join(sysconfig.get_paths()["include"], "internal")


def text(name):
    with open(os.path.join(INTERNAL, name)) as f:
        return f.read()


def body(src, start):
    i = src.index(start)
    return src[i:src.index("\n}", i)]


def effects(src, func):
    """NAME -> C expression, from a switch of returns."""
    start = src.index(f"int {func}(int opcode, int oparg)", src.index(f"int {func}(") + 1)
    out = {}
    for m in re.finditer(r"case (\w+):\s+return ([^;]+);", body(src[start:], "{")):
        out[m[1]] = m[2]
    return out


def flags(s):
    return [] if s.strip() == "0" else [f.strip()[4:-5] for f in s.split("|")]


def expansions(s):
    return [{"uop": m[1], "size": int(m[2]), "offset": int(m[3])}
            for m in re.finditer(r"\{ (\w+), (\d+), (\d+) \}", s)]


def main():
    md, um = text("pycore_opcode_metadata.h"), text("pycore_uop_metadata.h")
    popped, pushed = effects(md, "_PyOpcode_num_popped"), effects(md, "_PyOpcode_num_pushed")
    meta = {m[1]: (m[2], flags(m[3])) for m in
            re.finditer(r"\[(\w+)\] = \{ true, (-?\w+), ([^}]+) \},", md)}
    exp = {m[1]: expansions(m[2]) for m in
           re.finditer(r"\[(\w+)\] = \{ \.nuops = \d+, \.uops = \{ (.*) \} \},", md)}
    deopt = dict(re.findall(r"\[(\w+)\] = (\w+),", body(md, "const uint8_t _PyOpcode_Deopt[256] = {")))
    numbers = dict(opcode.opmap)
    numbers.update(_opcode_metadata._specialized_opmap)
    ops = []
    for name, num in sorted(numbers.items(), key=lambda x: x[1]):
        op = {"name": name, "num": num}
        if name in meta:
            op["format"], op["flags"] = meta[name]
        op["popped"], op["pushed"] = popped.get(name), pushed.get(name)
        if name in deopt:
            op["deopt"] = deopt[name]
        base = deopt.get(name, name)
        op["caches"] = opcode._inline_cache_entries.get(base, 0)
        op["cache_fields"] = [[k, v] for k, v in opcode._cache_format.get(base, {}).items()]
        if name in opcode.opmap:
            op["has"] = [k for k in ("arg", "const", "name", "jump", "free", "local", "exc")
                         if getattr(_opcode, "has_" + k)(num)]
            op["stack_effect"] = []
            for arg in (0, 1, 2, 3, 5, 8, 255, 256, 0x1FF):
                a = arg if _opcode.has_arg(num) else None
                try:
                    eff = [_opcode.stack_effect(num, a, jump=j) for j in (False, True)]
                except ValueError:
                    break
                op["stack_effect"].append([arg, *eff])
                if a is None:
                    break
        if name in exp:
            op["expansion"] = exp[name]
        ops.append(op)
    uops = []
    upopped = effects(um, "_PyUop_num_popped")
    names = re.findall(r'\[(\w+)\] = "\w+",', body(um, "_PyOpcode_uop_name[MAX_UOP_ID+1] = {"))
    uflags = {m[1]: flags(m[2]) for m in re.finditer(r"\[(\w+)\] = ([A-Z_0-9 |]+),", body(um, "_PyUop_Flags[MAX_UOP_ID+1] = {"))}
    repl = {m[1]: int(m[2]) for m in re.finditer(r"\[(\w+)\] = (\d+),", body(um, "_PyUop_Replication[MAX_UOP_ID+1] = {"))}
    for n in names:
        u = {"name": n, "flags": uflags.get(n, []), "popped": upopped.get(n)}
        if n in repl:
            u["replication"] = repl[n]
        uops.append(u)
    facts = {
        "version": sys.version.split()[0],
        "have_argument": _opcode_metadata.HAVE_ARGUMENT,
        "min_instrumented": _opcode_metadata.MIN_INSTRUMENTED_OPCODE,
        "families": _opcode_metadata._specializations,
        "pseudos": re.findall(r"\(\(OP\) == (\w+)\)", md[md.index("IS_PSEUDO_INSTR"):md.index('#include "pycore_uop_ids.h"')]),
        "pseudo_targets": {m[1]: [t for t in m[2].replace(" ", "").split(",") if t not in ("", "0")] for m in
                           re.finditer(r"\[(\w+)-256\] = \{ \{ ([^}]+) \}", md)},
        "nb_ops": [list(x) for x in opcode._nb_ops],
        "cmp_op": list(opcode.cmp_op),
        "intrinsic_1": list(opcode._intrinsic_1_descs),
        "intrinsic_2": list(opcode._intrinsic_2_descs),
        "ops": ops,
        "uops": uops,
    }
    # One line for each instruction keeps differences readable.
    lines = []
    for k, v in facts.items():
        if k in ("ops", "uops"):
            rows = ",\n".join("  " + json.dumps(x) for x in v)
            lines.append(f" {json.dumps(k)}: [\n{rows}\n ]")
        else:
            lines.append(f" {json.dumps(k)}: {json.dumps(v)}")
    print("{\n" + ",\n".join(lines) + "\n}")


main()
