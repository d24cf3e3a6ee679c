operator operator() operator,(;
struct A { operator; ~; ~A; A::~; bool operator< };
