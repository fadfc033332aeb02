print("sub", __name__)
