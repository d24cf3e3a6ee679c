package cli

import (
	"testing"

	"github.com/coderef-system/coderefd/client"
	"github.com/coderef-system/coderefd/internal/config"
)

// A client without an address finds a service without configuration.
func TestDefaultAddress(t *testing.T) {
	if client.DefaultAddress != config.DefaultListen {
		t.Errorf("got default %s of the client, want that of the service, %s", client.DefaultAddress, config.DefaultListen)
	}
}
