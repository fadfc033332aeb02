import sys
print(sys.argv[1:], sys.flags.quiet, sys.flags.optimize, sys.warnoptions, sorted(k for k in sys._xoptions if not k.startswith("psy.")), __file__.endswith("argv.pyc"))
