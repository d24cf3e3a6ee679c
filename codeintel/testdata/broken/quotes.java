class A { String s = "open;
 char c = '; void f() {}
}
