"""Installs pip from a wheel that is part of the library."""

import contextlib
import os
import runpy
import sys
import tempfile
from importlib import resources

__all__ = ["version", "bootstrap"]

_PIP_VERSION = "24.3.1"
_WHEEL = f"pip-{_PIP_VERSION}-py3-none-any.whl"


def version():
    """Tell which version of pip bootstrap installs."""
    return _PIP_VERSION


def _run_pip(args, paths):
    """Run pip in this process, as `python -m pip` would; give its exit status."""
    argv, path = sys.argv[:], sys.path[:]
    sys.argv[1:], sys.path[:0] = args, paths
    try:
        runpy.run_module("pip", run_name="__main__", alter_sys=True)
    except SystemExit as end:
        return end.code or 0
    finally:
        sys.argv[:], sys.path[:] = argv, path
    return 0


@contextlib.contextmanager
def _without_settings():
    """Hide what the user has set for pip: it is about other installations."""
    hidden = {k: os.environ.pop(k) for k in list(os.environ) if k.startswith("PIP_")}
    os.environ["PIP_CONFIG_FILE"] = os.devnull
    try:
        yield
    finally:
        del os.environ["PIP_CONFIG_FILE"]
        os.environ.update(hidden)


def bootstrap(*, root=None, upgrade=False, user=False, altinstall=False, default_pip=False, verbosity=0):
    """Install pip. See `python -m ensurepip --help` for what the arguments mean."""
    _bootstrap(root=root, upgrade=upgrade, user=user, altinstall=altinstall, default_pip=default_pip, verbosity=verbosity)


def _bootstrap(*, root=None, upgrade=False, user=False, altinstall=False, default_pip=False, verbosity=0):
    if altinstall and default_pip:
        raise ValueError("Cannot use altinstall and default_pip together")
    sys.audit("ensurepip.bootstrap", root)
    with _without_settings(), tempfile.TemporaryDirectory() as folder:
        if altinstall:
            os.environ["ENSUREPIP_OPTIONS"] = "altinstall"
        elif not default_pip:
            os.environ["ENSUREPIP_OPTIONS"] = "install"
        wheel = os.path.join(folder, _WHEEL)
        with open(wheel, "wb") as f:
            f.write(resources.files(__name__).joinpath("_bundled", _WHEEL).read_bytes())
        args = ["install", "--no-cache-dir", "--no-index", "--find-links", folder]
        if root:
            args += ["--root", root]
        if upgrade:
            args += ["--upgrade"]
        if user:
            args += ["--user"]
        if verbosity:
            args += ["-" + "v" * verbosity]
        try:
            return _run_pip([*args, "pip"], [wheel])
        finally:
            os.environ.pop("ENSUREPIP_OPTIONS", None)


def _uninstall_helper(*, verbosity=0):
    """Remove pip, if it is the version that bootstrap installs."""
    try:
        import pip
    except ImportError:
        return None
    if pip.__version__ != _PIP_VERSION:
        print(f"ensurepip will only uninstall a matching version ({pip.__version__!r} installed, {_PIP_VERSION!r} available)", file=sys.stderr)
        return None
    with _without_settings():
        args = ["uninstall", "-y", "--disable-pip-version-check"]
        if verbosity:
            args += ["-" + "v" * verbosity]
        return _run_pip([*args, "pip"], [])


def _main(argv=None):
    import argparse
    parser = argparse.ArgumentParser(prog="python -m ensurepip")
    parser.add_argument("--version", action="version", version=f"pip {version()}", help="show the version of pip that comes with this Python")
    parser.add_argument("-v", "--verbose", action="count", default=0, dest="verbosity", help="say more; up to three times")
    parser.add_argument("-U", "--upgrade", action="store_true", help="replace an older pip, if there is one")
    parser.add_argument("--user", action="store_true", help="install for this user only")
    parser.add_argument("--root", help="install everything below this folder")
    parser.add_argument("--altinstall", action="store_true", help="make the script pipX.Y only")
    parser.add_argument("--default-pip", action="store_true", help="make the script pip too")
    args = parser.parse_args(argv)
    return _bootstrap(root=args.root, upgrade=args.upgrade, user=args.user, verbosity=args.verbosity,
                      altinstall=args.altinstall, default_pip=args.default_pip)
