x = [(
def f(): pass
)}
class B: pass
