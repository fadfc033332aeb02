# A module that has been executed goes to the end of sys.modules: what it imported stands before it.
# needs: stdlib
import os
import sys
import tempfile

with tempfile.TemporaryDirectory() as folder:
    sys.path.insert(0, folder)
    for name, text in {
        "outer/__init__.py": "from . import inner\nfrom .second import *\n",
        "outer/inner.py": "import leaf_module\nvalue = 1\n",
        "outer/second.py": "import leaf_module\n",
        "leaf_module.py": "",
        "fails.py": "import leaf_of_failing\n1/0\n",
        "leaf_of_failing.py": "",
        "another.py": "import sys\nsys.modules[__name__] = 'something else'\nimport last_one\n",
        "last_one.py": "",
        "vanishes.py": "import sys\ndel sys.modules[__name__]\n",
    }.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as f:
            f.write(text)
    before = set(sys.modules)
    import outer
    try:
        import fails
    except ZeroDivisionError as e:
        print(e)
    import another
    print(another)
    try:
        import vanishes
    except KeyError as e:
        print("KeyError", e)
    print([name for name in sys.modules if name not in before])
