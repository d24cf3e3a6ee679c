s = """never closed
def f(): pass
