# sys.monitoring's functions for tools that are not in use, or do not exist, and which events are wanted by whom.
import sys
m=sys.monitoring
def f(): pass
for t in (0,5,6,8,-1):
    for n,a in (("get_events",()),("set_events",(1,)),("get_local_events",(f.__code__,)),("set_local_events",(f.__code__,1)),("register_callback",(1,None)),("get_tool",()),("free_tool_id",())):
        try: print(t,n,getattr(m,n)(t,*a))
        except Exception as e: print(t,n,type(e).__name__,e)
try: print(m.get_local_events(0, 3))
except Exception as e: print(type(e).__name__, e)
for n,a in (("get_local_events",(9,3)),("set_local_events",(9,3,1)),("set_local_events",(0,3,1)),("set_local_events",(0,f.__code__,1<<30)),("set_events",(0,1<<30))):
    try: print(n,a,getattr(m,n)(*a))
    except Exception as e: print(n,type(e).__name__,e)
print(m._all_events())
m.use_tool_id(1, "one")
m.use_tool_id(3, "three")
m.set_events(1, m.events.PY_START | m.events.CALL)
m.set_events(3, m.events.PY_START | m.events.RAISE)
print(m._all_events())
m.set_events(1, 0)
print(m._all_events(), m.get_events(3), m.get_events(4))
m.set_events(3, 0)
m.free_tool_id(1)
m.free_tool_id(3)
print(m._all_events())
