print("a", __name__, __package__, __file__.rsplit("/",1)[1], __spec__.name, __spec__.parent); va = 1
