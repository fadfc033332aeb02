# The abstract base classes of containers, by the name that programs import them by.
from _collections_abc import *
from _collections_abc import __all__, _CallableGenericAlias  # typing takes the last
