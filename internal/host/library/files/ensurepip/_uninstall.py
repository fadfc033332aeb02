"""Removes what ensurepip has installed: `python -m ensurepip._uninstall`."""

import argparse
import sys

import ensurepip


def _main(argv=None):
    parser = argparse.ArgumentParser(prog="python -m ensurepip._uninstall")
    parser.add_argument("--version", action="version", version=f"pip {ensurepip.version()}", help="show the version of pip that would be removed")
    parser.add_argument("-v", "--verbose", action="count", default=0, dest="verbosity", help="say more; up to three times")
    return ensurepip._uninstall_helper(verbosity=parser.parse_args(argv).verbosity)


if __name__ == "__main__":
    sys.exit(_main())
