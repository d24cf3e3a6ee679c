#define A \
\
\
int f(void) {}
// comment \
int hidden(void);
"str \