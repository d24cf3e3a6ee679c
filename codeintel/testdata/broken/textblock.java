class A { String s = """
 never closed
 void f() {} }