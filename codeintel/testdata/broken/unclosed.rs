fn f() { if x { struct A { a: i32,
impl B { fn g(&self) -> R<T { }
mod m {