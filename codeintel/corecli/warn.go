package corecli

import "fmt"

// plural counts things in words.
func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// leftOut warns about n things that are not in an answer.
func leftOut(n int, thing, why string) []string {
	if n == 0 {
		return nil
	}
	return []string{plural(n, thing) + " " + why}
}
