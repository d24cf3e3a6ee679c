package typescript

import (
	"crypto/sha256"
)

// shape identifies what other files can see of a file.
type shape [sha256.Size]byte

func shapeOf(t *tree) shape { return sha256.Sum256([]byte(t.file.Text())) }
