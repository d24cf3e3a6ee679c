int f(void) { if (x) {
struct s { int a;
