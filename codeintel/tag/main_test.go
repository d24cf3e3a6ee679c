package tag

import (
	"os"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	if folder := os.Getenv(victim); folder != "" {
		tagForever(folder)
		return
	}
	goleak.VerifyTestMain(m)
}
