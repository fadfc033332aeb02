import pkg.circa as c
try: c.x
except Exception as e: print(type(e), e)
try: from pkg.circa import x
except Exception as e: print(type(e), e)
import sys
sys.path.insert(0, "/nowhere")
try: c.x
except Exception as e: print(type(e), e)
