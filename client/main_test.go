package client_test

import (
	"fmt"
	"os"
	"testing"

	"go.uber.org/goleak"

	"github.com/coderef-system/coderefd/client"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(runner{m}) }

// runner serves the examples while the tests run. They find the service as a
// user's program does, by the environment.
type runner struct{ m *testing.M }

func (r runner) Run() int {
	if err := os.Unsetenv(client.AddressVariable); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	address, stop, err := serveFake("127.0.0.1:0", exampleService())
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer stop()
	if err := os.Setenv(client.AddressVariable, address); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	code := r.m.Run()
	c, err := client.Default()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	c.Close()
	return code
}
