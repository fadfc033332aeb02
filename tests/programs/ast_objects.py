# The types of _ast, trees that programs put together, and what compile() says of wrong ones.
import _ast
for n in sorted(x for x in dir(_ast) if x[0]!="_"):
    v=getattr(_ast,n)
    if isinstance(v,type):
        d=v.__dict__
        print(n, v.__base__.__name__, repr(v.__doc__), v._fields, v._attributes, sorted(k for k in d if k not in ('__weakref__','__dict__','__getattribute__','__setattr__','__delattr__')), d.get('_field_types'), v.__module__, repr(v), d.get('__match_args__'))
    else: print(n, v if not n.startswith('__') else '')
t=compile("x=1\nasync def f(a,/,b:int=2,*c,d=3,**e)->4:\n  return [i async for i in a if b]\n","f","exec",_ast.PyCF_ONLY_AST)
def dump(o):
    if isinstance(o,_ast.AST): return type(o).__name__+'('+', '.join(k+'='+dump(getattr(o,k)) for k in o._fields+o._attributes)+')'
    if isinstance(o,list): return '['+', '.join(map(dump,o))+']'
    return repr(o)
print(dump(t))
ns={}
exec(compile(t,"f","exec"),ns); print(ns["x"], ns["f"].__name__)
print(dump(compile("1+2*3","f","eval",_ast.PyCF_OPTIMIZED_AST)))
print(dump(compile(compile("1+2*3","f","eval",_ast.PyCF_ONLY_AST),"f","eval",_ast.PyCF_OPTIMIZED_AST)))
print(_ast.Name("x").__reduce__()[1][0], type(_ast.Name("x").ctx))
print(_ast.Name('x')._fields, _ast.Call(_ast.Name('x')).args, _ast.Return().value)
for a,k in [((),{}),((1,2,3),{}),((1,),{'id':2}),((1,),{'foo':2})]:
    try: print(dump(_ast.Name(*a,**k)))
    except Exception as e: print(type(e),e)
def bad(tree, mode='exec'):
    try: print(eval(compile(tree,'f',mode)))
    except BaseException as e: print(type(e).__name__, e)
A=_ast
L=dict(lineno=1,col_offset=0)
bad(A.Module([A.Expr(A.Name('x',A.Load(),**L),**L)],[]))
bad(A.Module([A.Expr(A.Name('x',A.Load()),**L)],[]))
bad(A.Module([3],[])); bad(A.Module(3,[])); bad(A.Module([None],[])); bad(A.Expression(3),'eval'); bad(A.Expression(A.Name('x')),'exec')
bad(A.Expression(A.Name('None',A.Load(),**L)),'eval')
bad(A.Expression(A.Constant([],**L)),'eval')
bad(A.Expression(A.Constant((1,[]),**L)),'eval')
bad(A.Expression(A.Constant((1,(2,frozenset([3]))),**L)),'eval')
bad(A.Expression(A.Name(3,A.Load(),**L)),'eval')
bad(A.Expression(A.Name(None,A.Load(),**L)),'eval')
bad(A.Expression(A.Name('x',3,**L)),'eval')
bad(A.Expression(A.Name('x',A.Store(),**L)),'eval')
bad(A.Expression(A.BinOp(A.Constant(1,**L),A.Add(),A.Constant(1,**L),**L)),'eval')
bad(A.Expression(A.BinOp(A.Constant(1,**L),A.Add,A.Constant(1,**L),**L)),'eval')
bad(A.Expression(A.Name('x',A.Load(),lineno=5,col_offset=0,end_lineno=3)),'eval')
bad(A.Expression(A.Name('x',A.Load(),lineno='5',col_offset=0,end_lineno=3)),'eval')
bad(A.Expression(A.Name('x',A.Load(),lineno=1<<40,col_offset=0,end_lineno=3)),'eval')
bad(A.Expression(A.Starred(A.Name('x',A.Load(),**L),A.Load(),**L)),'eval')
bad(A.Expression(A.Call(A.Name('x',A.Load(),**L),[None],[None],**L)),'eval')
bad(A.Expression(A.JoinedStr([A.Name('x',A.Load(),**L)],**L)),'eval')
bad(A.Module([A.Return(**L)],[]))
bad(A.Module([A.AnnAssign(A.Name('x',A.Store(),**L),A.Name('x',A.Load(),**L),None,**L)],[]))
l=A.Expression(A.Name('x',A.Load(),**L)); 
e=A.Name('x',A.Load(),**L)
for i in range(20000): e=A.Attribute(e,'a',A.Load(),**L)
bad(A.Expression(e),'eval')
b=A.UnaryOp(A.Not(),None,**L); b.operand=b; bad(A.Expression(b),'eval')
class My(A.Name): 
    _fields=('id','ctx','more')
print(sorted(My("a").__dict__))
