"""What sysconfig tells of psy beside the folders.

CPython's file of this name has what its makefile was made with. psy is built by Go, without any of it: the folders are those of the library that
is in use, and the tools are those that build extension modules in general, which psy cannot load.
"""

import sys

_version = '%d.%d' % sys.version_info[:2]
_base = sys.base_prefix
_exec = sys.base_exec_prefix
_lib = _exec + '/lib'
_library = _lib + '/python' + _version
_include = _base + '/include'
_multiarch = sys.implementation._multiarch
_darwin = sys.platform == 'darwin'
_abi = sys.implementation.cache_tag + '-' + _multiarch
_config = _library + '/config-' + _version + '-' + _multiarch
_shared = 'cc -bundle -undefined dynamic_lookup' if _darwin else 'cc -shared'
_flags = '-O2 -Wall'

# system configuration generated and used by the sysconfig module
build_time_vars = {
    'ABIFLAGS': '',
    'AR': 'ar',
    'ARFLAGS': 'rcs',
    'BINDIR': _exec + '/bin',
    'BINLIBDEST': _library,
    'BLDSHARED': _shared,
    'BUILDEXE': '',
    'CC': 'cc',
    'CCSHARED': '-fPIC',
    'CFLAGS': _flags,
    'CONFIG_ARGS': '',
    'CONFINCLUDEDIR': _include,
    'CONFINCLUDEPY': _include + '/python' + _version,
    'CPPFLAGS': '',
    'CXX': 'c++',
    'DESTDIRS': ' '.join((_base, _lib, _library, _library + '/lib-dynload')),
    'DESTLIB': _library,
    'DESTSHARED': _library + '/lib-dynload',
    'EXE': '',
    'EXENAME': _exec + '/bin/python' + _version,
    'EXT_SUFFIX': '.' + _abi.replace('-darwin-darwin', '-darwin') + '.so',
    'GNULD': 'no' if _darwin else 'yes',
    'HAVE_BROKEN_POLL': 0,
    'HAVE_FORK': 0,
    'INCLDIRSTOMAKE': ' '.join((_include, _include + '/python' + _version)),
    'INCLUDEDIR': _include,
    'INCLUDEPY': _include + '/python' + _version,
    'INSTALL': '/usr/bin/install -c',
    'INSTSONAME': 'libpython' + _version + '.a',
    'LDCXXSHARED': _shared.replace('cc', 'c++', 1),
    'LDFLAGS': '',
    'LDLIBRARY': 'libpython' + _version + '.a',
    'LDSHARED': _shared,
    'LDVERSION': _version,
    'LIBDEST': _library,
    'LIBDIR': _lib,
    'LIBM': '' if _darwin else '-lm',
    'LIBPC': _lib + '/pkgconfig',
    'LIBPL': _config,
    'LIBPYTHON': '',
    'LIBRARY': 'libpython' + _version + '.a',
    'LIBS': '',
    'LINKFORSHARED': '',
    'MACHDEP': sys.platform,
    'MACHDESTLIB': _library,
    'MANDIR': _base + '/share/man',
    'MULTIARCH': '' if _darwin else _multiarch,
    'OPT': _flags,
    'PLATLIBDIR': 'lib',
    'PYTHON': 'python',
    'PYTHONFRAMEWORK': '',
    'PYTHONFRAMEWORKPREFIX': '',
    'PY_CFLAGS': _flags,
    'PY_CORE_CFLAGS': _flags,
    'Py_DEBUG': 0,
    'Py_ENABLE_SHARED': 0,
    'Py_GIL_DISABLED': 0,
    'Py_TRACE_REFS': 0,
    'SCRIPTDIR': _lib,
    'SHELL': '/bin/sh -e',
    'SHLIB_SUFFIX': '.so',
    'SIZEOF_DOUBLE': 8,
    'SIZEOF_FLOAT': 4,
    'SIZEOF_INT': 4,
    'SIZEOF_LONG': 8,
    'SIZEOF_LONG_LONG': 8,
    'SIZEOF_SIZE_T': 8,
    'SIZEOF_TIME_T': 8,
    'SIZEOF_VOID_P': 8,
    'SIZEOF_WCHAR_T': 4,
    'SOABI': _abi.replace('-darwin-darwin', '-darwin'),
    'SYSLIBS': '',
    'TZPATH': '/usr/share/zoneinfo:/usr/lib/zoneinfo:/usr/share/lib/zoneinfo:/etc/zoneinfo',
    'VERSION': _version,
    'WITH_DOC_STRINGS': 1,
    'WITH_FREELISTS': 0,
    'WITH_MIMALLOC': 0,
    'WITH_PYMALLOC': 0,
    'datarootdir': _base + '/share',
    'exec_prefix': _exec,
    'prefix': _base,
    'srcdir': _config,
}
