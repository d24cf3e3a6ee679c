x = f"{a!r:{b}{" f"{{{}}}" f"{
class A(: pass
@
def
