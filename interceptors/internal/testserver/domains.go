package testserver

// Domains returns the error domains that an interceptor may be configured with, and the domain that
// its statuses must have.
func Domains() map[string]string {
	return map[string]string{"": "coderef", "shop.example.com": "shop.example.com"}
}
