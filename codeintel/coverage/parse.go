package coverage

import (
	"fmt"
	"io"
)

// Parse reads a report. Its errors wrap [ErrFormat] or are those of the reader.
func Parse(format Format, from io.Reader) (Report, error) {
	switch format {
	case LCOV:
		return parseLCOV(from)
	case Istanbul:
		return parseIstanbul(from)
	case GoCover:
		return parseGoCover(from)
	case Cobertura:
		return parseCobertura(from)
	default:
		return nil, fmt.Errorf("%w: unknown format %q", ErrFormat, format)
	}
}
