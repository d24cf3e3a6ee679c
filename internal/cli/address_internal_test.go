package cli

import (
	"testing"

	"github.com/coderef-system/coderefd/client"
	"github.com/coderef-system/coderefd/internal/config"
)

// A client without an address finds a service without configuration.
func TestDefaultAddress(t *testing.T) {
	if client.DefaultAddress != config.DefaultListen {
		t.Errorf("the client's default is %s, the service's %s", client.DefaultAddress, config.DefaultListen)
	}
}
