#if A
class B {
#else
class B : C {
#endif
}
#endregion
#if false
class Hidden {}
