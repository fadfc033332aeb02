# needs: stdlib
# stdin: x = 1\nprint('typed', x)\n1 / 0\n
# Names of sys that tell of CPython's workings.
import sys, warnings
warnings.simplefilter('always')
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
print(sys._framework, sys._git, sys._is_gil_enabled(), sys._get_cpu_count_config(), sys.getdlopenflags() == 2)
t(lambda: sys.setdlopenflags(1)); t(lambda: sys.getdlopenflags()); t(lambda: sys.setdlopenflags('a')); t(lambda: sys.setdlopenflags(2**40)); t(lambda: sys.setdlopenflags(1.5)); t(lambda: sys.getdlopenflags() == 2)
t(lambda: sys._clear_internal_caches()); t(lambda: sys._clear_type_cache())
t(lambda: sys.getallocatedblocks()>1000)
a=sys.getunicodeinternedsize(); l=[sys.intern('qqq%d'%i) for i in range(100)]; print(sys.getunicodeinternedsize()-a)
t(lambda: sys.getunicodeinternedsize(_only_immortal=True) < sys.getunicodeinternedsize()); t(lambda: sys.getunicodeinternedsize(1)); t(lambda: sys.getunicodeinternedsize(_only_immortal='a')>1); t(lambda: type(sys.getunicodeinternedsize(_only_immortal=0)))
t(lambda: sys.is_stack_trampoline_active()); t(lambda: sys.deactivate_stack_trampoline()); t(lambda: sys.activate_stack_trampoline('foo')); t(lambda: sys.activate_stack_trampoline(1)); t(lambda: sys.activate_stack_trampoline())
t(lambda: callable(sys._debugmallocstats))
import os
t(lambda: os.process_cpu_count() == os.cpu_count())
import os
print(os.path.samefile(os.path.dirname(os.__file__), sys._stdlib_dir))
print(sys._baserepl())
