"""Names of typing: older releases of this package do not load on Python 3.13."""
from typing import *
