f(a,b) int a; { return a; }
g(a, b c; { }
int h(a) { }
