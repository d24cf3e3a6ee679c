template <typename T> class A : public B<T { void f() { [&](auto x) {
