const char *s = R"delimiter(never closed)x";
int f() {}