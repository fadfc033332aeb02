# Suggestions for keyword arguments of built-in functions.
def a(f,*p,**k):
    try: f(*p,**k)
    except BaseException as e: import sys; sys.excepthook(type(e),e,None)
a(int,"1",bas=5); a(print,edn=1); a(sorted,[],kye=1); a("".split,se=1); a("".encode,encodin=1); a([].sort,revers=1); a(round,1,ndigit=2); a(sum,[],star=1); a(enumerate,[],star=1); a(open,"x",mod="r"); a(zip,stric=1); a(max,1,2,ky=1); a(property,fge=1); a(str,obj=1); a(float,y=1); a(complex,rea=1); a(dict.fromkeys,x=1); a(pow,1,2,mo=3); a(compile,"x",modee=1); a(type,"x",(),{},y=1); a(bytes,sourc=1); a(int.from_bytes,b"",signd=1); a((1).to_bytes,lenth=1); a(__import__,"x",glob=1); a("x".splitlines,keepend=1);a("x".expandtabs,tabsiz=1); a(eval,"1",globls={}); a(exec,"1",lcals={}); a(ImportError,nam=1); a(AttributeError,ob=1); a(staticmethod,x=1); a(reversed,x=1); a(slice,x=1); a(OSError,x=1)
