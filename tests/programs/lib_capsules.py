# The capsules that modules have for extensions written in C, and their type.
# needs: stdlib
import re
import types
from types import *

import datetime
import pyexpat
import unicodedata
import _datetime
import _socket

print(CapsuleType, types.CapsuleType is CapsuleType, CapsuleType.__module__, CapsuleType.__name__)
for c in _datetime.datetime_CAPI, unicodedata._ucnhash_CAPI, pyexpat.expat_CAPI, _socket.CAPI:
    print(type(c) is CapsuleType, re.sub(" at 0x.*", "", repr(c)), hash(c) == hash(c), c == c)
try:
    CapsuleType()
except TypeError as e:
    print(e)
