package indexfile

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/coderef-system/coderefd/codeintel/source"
)

// The bounds of an index.
const (
	MaxBytes    = 128 << 20 // uncompressed; the largest published index has 11 MB
	MaxElements = 2_000_000
)

// ReadFile reads the index of a project from a file in the roots. Absolute paths in it must be
// below root or below the project path in the index.
func ReadFile(roots source.Roots, name, root string) (*Index, error) {
	f, err := roots.Open(name, MaxBytes)
	if errors.Is(err, source.ErrNotRegular) || errors.Is(err, source.ErrTooLarge) {
		return nil, fmt.Errorf("%w: %s", ErrInvalid, source.ReasonOf(err))
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return Read(f, root)
}

// Read reads an index, which may be compressed by gzip.
func Read(r io.Reader, root string) (*Index, error) {
	in := bufio.NewReaderSize(r, 64<<10)
	if magic, err := in.Peek(2); err == nil && magic[0] == 0x1f && magic[1] == 0x8b {
		unzipped, err := gzip.NewReader(in)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrInvalid, err)
		}
		in = bufio.NewReader(unzipped)
	}
	if mark, err := in.Peek(3); err == nil && bytes.Equal(mark, []byte("\xef\xbb\xbf")) {
		_, _ = in.Discard(3) // the peeked bytes
	}
	bounded := &io.LimitedReader{R: in, N: MaxBytes + 1}
	d := decoder{json: json.NewDecoder(bounded)}
	err := d.read()
	if err != nil && bounded.N <= 0 {
		return nil, fmt.Errorf("%w: larger than %d bytes", ErrInvalid, MaxBytes)
	}
	if err != nil {
		return nil, err
	}
	return d.index(root)
}

type decoder struct {
	json        *json.Decoder
	version     string
	format      string
	generatedAt string
	projectPath string
	raw         []rawElement
	found       bool // the elements were read
}

func invalid(err error) error {
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return fmt.Errorf("%w: %w", ErrInvalid, err)
}

func (d *decoder) read() error {
	first, err := d.json.Token()
	if err != nil {
		return invalid(err)
	}
	switch first {
	case json.Delim('['):
		err = d.elements()
	case json.Delim('{'):
		err = d.object()
	default:
		return fmt.Errorf("%w: neither an object nor an array", ErrInvalid)
	}
	if err != nil {
		return err
	}
	if _, err := d.json.Token(); !errors.Is(err, io.EOF) {
		return fmt.Errorf("%w: trailing data after the index", ErrInvalid)
	}
	return nil
}

func (d *decoder) object() error {
	for d.json.More() {
		key, err := d.json.Token()
		if err != nil {
			return invalid(err)
		}
		if key == "elements" {
			if start, err := d.json.Token(); err != nil || start != json.Delim('[') {
				return fmt.Errorf("%w: elements is not an array", ErrInvalid)
			}
			if err := d.elements(); err != nil {
				return err
			}
			continue
		}
		var value json.RawMessage
		if err := d.json.Decode(&value); err != nil {
			return invalid(err)
		}
		d.member(key, value)
	}
	if _, err := d.json.Token(); err != nil {
		return invalid(err)
	}
	return nil
}

func (d *decoder) member(key json.Token, value json.RawMessage) {
	switch key {
	case "schemaVersion":
		d.version = text(value)
	case "version":
		if d.version == "" {
			d.version = text(value)
		}
	case "format":
		d.format = text(value)
	case "projectPath":
		d.projectPath = text(value)
	case "generatedAt":
		d.generatedAt = moment(value)
	case "timestamp", "exportedAt":
		if d.generatedAt == "" {
			d.generatedAt = moment(value)
		}
	}
}

func (d *decoder) elements() error {
	d.found = true
	for d.json.More() {
		if len(d.raw) == MaxElements {
			return fmt.Errorf("%w: more than %d elements", ErrInvalid, MaxElements)
		}
		var value json.RawMessage
		if err := d.json.Decode(&value); err != nil {
			return invalid(err)
		}
		var e rawElement
		_ = json.Unmarshal(value, &e) // a value that is not an object counts as malformed
		d.raw = append(d.raw, e)
	}
	if _, err := d.json.Token(); err != nil {
		return invalid(err)
	}
	return nil
}

func (d *decoder) index(root string) (*Index, error) {
	if !d.found {
		return nil, fmt.Errorf("%w: elements is missing", ErrInvalid)
	}
	x := &Index{
		Version: strings.TrimPrefix(d.version, "v"), Format: d.format, GeneratedAt: d.generatedAt,
		ProjectPath: d.projectPath,
	}
	if x.Version == "" {
		x.Version = "1.0.0"
	}
	major, _, _ := strings.Cut(x.Version, ".")
	if n, err := strconv.Atoi(major); err != nil || n < 1 || n > 3 {
		return nil, fmt.Errorf("%w: unknown version %q (known: 1 to 3)", ErrInvalid, d.version)
	}
	compact := 0
	for i := range d.raw {
		if d.raw[i].isCompact() {
			compact++
		}
		if e, ok := d.raw[i].element(d.projectPath, root); ok {
			x.Elements = append(x.Elements, e)
		} else {
			x.Malformed++
		}
	}
	if x.Malformed > 0 && len(x.Elements) == 0 {
		return nil, fmt.Errorf("%w: none of %d entries has a file and a name", ErrInvalid, x.Malformed)
	}
	if x.Format == "" {
		x.Format = "verbose"
		if compact > 0 {
			x.Format = "compact"
		}
	}
	return x, nil
}

func moment(value json.RawMessage) string {
	if ms, err := strconv.ParseInt(string(value), 10, 64); err == nil && ms > 0 && ms < 1<<52 {
		return time.UnixMilli(ms).UTC().Format(time.RFC3339)
	}
	return text(value)
}
