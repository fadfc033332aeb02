# What pydoc shows with its pages. The texts about topics are in CPython alone.
