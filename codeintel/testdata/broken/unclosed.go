package p
func f( {
	if x {
		var y = func() {
