namespace A { class B { void F() { switch (x) { case 1:
