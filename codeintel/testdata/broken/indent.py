def f():
    x
  y
	z
class A:
def g(:
