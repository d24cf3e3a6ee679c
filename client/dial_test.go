package client_test

import (
	"strings"
	"testing"

	"github.com/coderef-system/coderefd/client"
)

func TestDialAddress(t *testing.T) {
	for _, address := range []string{
		"localhost:50051", "127.0.0.1:1", "[::1]:50051", ":50051", "unix:/tmp/s", "unix:///tmp/s", "dns:///host:1",
		"passthrough:///x", "",
	} {
		c, err := client.Dial(address)
		if err != nil {
			t.Errorf("Dial(%q): got error %v, want none", address, err)
			continue
		}
		c.Close()
	}
	for address, want := range map[string]string{
		"http://localhost:50051":  "without http://",
		"HTTPS://localhost:50051": "without HTTPS://",
		"localhost":               "want host:port",
		"localhost:":              "want host:port",
		"::1":                     "want host:port",
		"/tmp/s":                  "want host:port",
	} {
		c, err := client.Dial(address)
		if err == nil {
			c.Close()
		}
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), address) {
			t.Errorf("%q: got error %v, want %q", address, err, want)
		}
	}
}
