package p
var s = `never closed
func f() {}
