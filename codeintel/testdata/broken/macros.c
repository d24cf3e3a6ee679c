FOO(BAR BAZ) QUX int f(void) { X(Y) } END
int (((*((
