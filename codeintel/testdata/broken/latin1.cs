// café ÿþ
class A { int é; }
