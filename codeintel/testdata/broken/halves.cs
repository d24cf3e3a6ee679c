namespace
using
using =
[
[A
class
record struct
delegate
public static operator
event ;
this[]
