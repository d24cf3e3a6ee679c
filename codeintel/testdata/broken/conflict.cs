class A {
<<<<<<< HEAD
  int a;
=======
  int b;
>>>>>>> other
}
