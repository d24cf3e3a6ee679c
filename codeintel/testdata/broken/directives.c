#if
#else
#else
#endif
#endif
#elif
#define
#define (
#include
#include "
#if 0
int hidden(void);
