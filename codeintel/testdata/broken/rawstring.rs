fn f() { r###"never closed"## }
fn g() {}